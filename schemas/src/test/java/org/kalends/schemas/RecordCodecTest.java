package org.kalends.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kalends.schemas.avro.Attendee;
import org.kalends.schemas.avro.CalendarChange;
import org.kalends.schemas.avro.CalendarTime;
import org.kalends.schemas.avro.Change;
import org.kalends.schemas.avro.ChangeAction;
import org.kalends.schemas.avro.ChangeResult;
import org.kalends.schemas.avro.Component;
import org.kalends.schemas.avro.Event;
import org.kalends.schemas.avro.EventDuration;
import org.kalends.schemas.avro.EventOverride;
import org.kalends.schemas.avro.ParticipationStatus;
import org.kalends.schemas.avro.TimeForm;

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

  /** A header, two strings and then a length or count that the bytes cannot hold. */
  @ParameterizedTest
  @ValueSource(
      longs = {
        1_000,
        700_000_000,
        Integer.MAX_VALUE - 8,
        Integer.MAX_VALUE,
        Long.MAX_VALUE,
        Long.MIN_VALUE + 1
      })
  void shouldBelieveNoCountThatTheBytesCannotHold(long count) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(codec.encode(change), 0, 10);
    BinaryEncoder out = EncoderFactory.get().directBinaryEncoder(bytes, null);
    out.writeString("c1");
    out.writeString("team");
    out.writeLong(count);

    assertThatThrownBy(() -> codec.decode(bytes.toByteArray()))
        .isInstanceOf(UnreadableRecordException.class);
  }

  @ParameterizedTest
  @ValueSource(
      longs = {1_000, 700_000_000, Integer.MAX_VALUE - 8, Integer.MAX_VALUE, Long.MAX_VALUE, -1})
  void shouldBelieveNoLengthThatTheBytesCannotHold(long length) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(codec.encode(change), 0, 10);
    EncoderFactory.get().directBinaryEncoder(bytes, null).writeLong(length);

    assertThatThrownBy(() -> codec.decode(bytes.toByteArray()))
        .isInstanceOf(UnreadableRecordException.class);
  }

  @Property(tries = 5_000, edgeCases = EdgeCasesMode.NONE)
  void shouldReadOrRefuseWhateverComes(
      @ForAll @Size(min = 1, max = 6) List<@IntRange(min = 10, max = 400) Integer> places,
      @ForAll List<Byte> values) {
    byte[] bytes = RecordCodec.calendarChanges().encode(full());
    for (int i = 0; i < places.size(); i++) {
      bytes[Math.min(places.get(i), bytes.length - 1)] =
          values.isEmpty() ? 0 : values.get(i % values.size());
    }
    try {
      assertThat(codec.decode(bytes)).isNotNull();
    } catch (UnreadableRecordException e) {
      assertThat(e).hasMessageContaining("bytes=" + bytes.length);
    }
  }

  private static CalendarChange full() {
    CalendarTime start = new CalendarTime(TimeForm.ZONED, 1_767_949_200L, "Europe/Berlin");
    Component master =
        Component.newBuilder()
            .setStart(start)
            .setDuration(new EventDuration(0, 3_600L))
            .setRules(List.of("FREQ=DAILY"))
            .setExceptionDates(List.of(start))
            .setSummary("Standup")
            .setAttendees(
                List.of(new Attendee("mailto:ann@example.org", ParticipationStatus.ACCEPTED)))
            .build();
    Event event =
        Event.newBuilder()
            .setUid("u1")
            .setMaster(master)
            .setOverrides(List.of(new EventOverride(start, false, master)))
            .setText("BEGIN:VCALENDAR")
            .build();
    return CalendarChange.newBuilder()
        .setChangeId("c1")
        .setCalendar("team")
        .setChanges(
            List.of(
                Change.newBuilder()
                    .setAction(ChangeAction.PUT)
                    .setUid("u1")
                    .setEvent(event)
                    .build()))
        .build();
  }
}
