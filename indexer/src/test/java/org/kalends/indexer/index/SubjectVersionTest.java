package org.kalends.indexer.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HexFormat;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;
import org.junit.jupiter.api.Test;
import org.kalends.indexer.recurrence.EventSpan;
import org.kalends.schemas.AttendeeAddress;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;

@Domain(IndexDomain.class)
@Domain(DomainContext.Global.class)
class SubjectVersionTest {
  @Property
  void shouldBeReadBack(@ForAll long version) {
    assertThat(SubjectVersion.decode(SubjectVersion.encode(version))).isEqualTo(version);
  }

  @Property
  void shouldLieBeforeTheSubjectsEntries(
      @ForAll AttendeeAddress attendee,
      @ForAll CalendarId calendar,
      @ForAll EventSpan span,
      @ForAll EventUid uid) {
    byte[] version = SubjectVersion.key(attendee);
    byte[] entry =
        DtendIndexKey.ofAttendee(attendee, SpanBand.of(span), span, calendar, uid).encode();

    assertThat(Arrays.compareUnsigned(version, entry)).isNegative();
    assertThat(Arrays.compareUnsigned(version, DtendIndexKey.rows(attendee).from())).isNegative();
    assertThat(DtendIndexKey.isEntry(version)).isFalse();
    assertThat(DtendIndexKey.isEntry(entry)).isTrue();
  }

  @Test
  void shouldBeZeroWhereThereIsNone() {
    assertThat(SubjectVersion.decode(null)).isZero();
  }

  @Test
  void shouldKeepItsLayout() {
    HexFormat hex = HexFormat.of();
    assertThat(hex.formatHex(SubjectVersion.key(new CalendarId("team"))))
        .isEqualTo("0004" + "7465616d" + "00");
    assertThat(hex.formatHex(SubjectVersion.encode(258))).isEqualTo("01" + "0000000000000102");
  }

  @Test
  void shouldNameAVersionItDoesNotKnow() {
    byte[] row = SubjectVersion.encode(1);
    row[0] = 3;

    assertThatThrownBy(() -> SubjectVersion.decode(row))
        .isInstanceOf(UnknownFormatException.class)
        .hasMessageContaining("version=3");
  }
}
