package org.kalends.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.kalends.schemas.avro.CalendarChange;
import org.kalends.schemas.avro.Change;
import org.kalends.schemas.avro.ChangeAction;
import org.kalends.schemas.avro.ChangeResult;

class RecordCodecTest {
  private final RecordCodec<CalendarChange> codec = RecordCodec.calendarChanges();
  private final CalendarChange change =
      CalendarChange.newBuilder()
          .setChangeId("c1")
          .setCalendar("team")
          .setChanges(
              List.of(Change.newBuilder().setAction(ChangeAction.DELETE).setUid("u1").build()))
          .build();

  @Test
  void shouldReadWhatItWrites() {
    assertThat(codec.decode(codec.encode(change))).isEqualTo(change);
  }

  @Test
  void shouldRefuseBytesThatAreNoRecord() {
    byte[] garbage = "this is no record".getBytes(StandardCharsets.UTF_8);

    assertThatThrownBy(() -> codec.decode(garbage))
        .isInstanceOf(UnreadableRecordException.class)
        .hasMessageContaining("no CalendarChange")
        .hasMessageContaining("bytes=17");
    assertThatThrownBy(() -> codec.decode(new byte[0]))
        .isInstanceOf(UnreadableRecordException.class);
  }

  @Test
  void shouldRefuseARecordOfAnotherType() {
    byte[] result =
        RecordCodec.changeResults()
            .encode(
                ChangeResult.newBuilder()
                    .setChangeId("c")
                    .setCalendar("team")
                    .setSeq(1)
                    .setOutcomes(List.of())
                    .build());

    assertThatThrownBy(() -> codec.decode(result)).isInstanceOf(UnreadableRecordException.class);
  }

  @Test
  void shouldRefuseARecordInASchemaOfTheFuture() {
    byte[] bytes = codec.encode(change);
    bytes[5] ^= 0x55; // within the fingerprint

    assertThatThrownBy(() -> codec.decode(bytes)).isInstanceOf(UnreadableRecordException.class);
  }

  @Test
  void shouldRefuseEveryTruncation() {
    byte[] bytes = codec.encode(change);
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> codec.decode(cut)).isInstanceOf(UnreadableRecordException.class);
    }
  }
}
