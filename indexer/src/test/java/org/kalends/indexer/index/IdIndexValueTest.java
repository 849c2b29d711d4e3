package org.kalends.indexer.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kalends.indexer.recurrence.EventSpan;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.avro.CalendarTime;
import org.kalends.schemas.avro.Component;
import org.kalends.schemas.avro.Event;
import org.kalends.schemas.avro.TimeForm;

@Domain(IndexDomain.class)
@Domain(EventDomain.class)
@Domain(DomainContext.Global.class)
class IdIndexValueTest {
  private static final CalendarId TEAM = new CalendarId("team");
  private static final String ETAG = "00112233445566778899aabbccddeeff";

  @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
  void shouldBeReadBack(@ForAll long seq, @ForAll EventSpan span, @ForAll Event event) {
    IndexRows rows = IndexRows.at(TEAM, event, span);

    IdIndexValue value = IdIndexValue.read(IdIndexValue.encode(seq, ETAG, rows, event));

    assertThat(value.seq()).isEqualTo(seq);
    assertThat(value.etag()).isEqualTo(ETAG);
    assertThat(value.span()).isEqualTo(span);
    assertThat(value.band()).isEqualTo(SpanBand.of(span));
    assertThat(value.overrides()).isEqualTo(event.getOverrides().size());
    assertThat(value.attendees()).isEqualTo(rows.attendees());
    assertThat(value.event()).isEqualTo(event);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "00", "00112233445566778899aabbccddeeff00", "no etag"})
  void shouldRefuseWhatIsNoEtag(String etag) {
    assertThatThrownBy(() -> IdIndexValue.encode(1, etag, rows(), event()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldNameAVersionItDoesNotKnow() {
    byte[] bytes = IdIndexValue.encode(1, ETAG, rows(), event());
    bytes[0] = 2;

    assertThatThrownBy(() -> IdIndexValue.read(bytes))
        .isInstanceOf(UnknownFormatException.class)
        .hasMessageContaining("row=id-index")
        .hasMessageContaining("version=2");
  }

  @Test
  void shouldKeepTheLayoutOfItsHead() {
    byte[] bytes = IdIndexValue.encode(258, ETAG, rows(), event());

    assertThat(java.util.HexFormat.of().formatHex(Arrays.copyOf(bytes, 44)))
        .isEqualTo(
            "01" // version
                + "0000000000000102" // seq
                + ETAG
                + "01" // band
                + "0000000000000010" // dtstart
                + "0000000000000020" // dtend
                + "00" // overrides
                + "00"); // attendees
  }

  private static IndexRows rows() {
    return IndexRows.at(TEAM, event(), new EventSpan(0x10, 0x20));
  }

  private static Event event() {
    Component master =
        Component.newBuilder().setStart(new CalendarTime(TimeForm.UTC, 0L, null)).build();
    return new Event("u1", master, java.util.List.of(), java.util.List.of(), null);
  }
}
