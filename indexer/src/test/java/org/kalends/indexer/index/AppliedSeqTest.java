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
class AppliedSeqTest {
  @Property
  void shouldBeReadBack(@ForAll long seq) {
    assertThat(AppliedSeq.decode(AppliedSeq.encode(seq))).isEqualTo(seq);
  }

  @Property
  void shouldLieOutsideOfAllEntriesAndEvents(
      @ForAll AttendeeAddress attendee,
      @ForAll CalendarId calendar,
      @ForAll CalendarId other,
      @ForAll EventSpan span,
      @ForAll EventUid uid) {
    byte[] inEntries = AppliedSeq.subjectKey(calendar);
    byte[] inEvents = AppliedSeq.idKey(calendar);
    byte[] entry =
        DtendIndexKey.ofAttendee(attendee, SpanBand.of(span), span, calendar, uid).encode();

    assertThat(Arrays.compareUnsigned(inEntries, entry)).isNegative();
    assertThat(DtendIndexKey.isEntry(inEntries)).isFalse();
    assertThat(DtendIndexKey.isEntry(entry)).isTrue();
    assertThat(isIn(IdIndexKey.rows(calendar), inEvents)).isFalse();
    assertThat(isIn(IdIndexKey.rows(other), inEvents)).isFalse();
    assertThat(isIn(IdIndexKey.rows(calendar), new IdIndexKey(calendar, uid).encode())).isTrue();
    assertThat(AppliedSeq.isIdKey(inEvents)).isTrue();
    assertThat(AppliedSeq.isIdKey(new IdIndexKey(calendar, uid).encode())).isFalse();
  }

  @Test
  void shouldBeZeroWhereThereIsNone() {
    assertThat(AppliedSeq.decode(null)).isZero();
  }

  @Test
  void shouldKeepItsLayout() {
    HexFormat hex = HexFormat.of();
    CalendarId team = new CalendarId("team");
    assertThat(hex.formatHex(AppliedSeq.subjectKey(team))).isEqualTo("0000" + "7465616d");
    assertThat(hex.formatHex(AppliedSeq.idKey(team))).isEqualTo("04" + "7465616d");
    assertThat(hex.formatHex(AppliedSeq.encode(258))).isEqualTo("01" + "0000000000000102");
  }

  @Test
  void shouldNameAVersionItDoesNotKnow() {
    byte[] row = AppliedSeq.encode(1);
    row[0] = 3;

    assertThatThrownBy(() -> AppliedSeq.decode(row))
        .isInstanceOf(UnknownFormatException.class)
        .hasMessageContaining("version=3");
  }

  private static boolean isIn(KeyRange range, byte[] key) {
    byte[] to = range.to();
    return Arrays.compareUnsigned(range.from(), key) <= 0
        && (to == null || Arrays.compareUnsigned(key, to) < 0);
  }
}
