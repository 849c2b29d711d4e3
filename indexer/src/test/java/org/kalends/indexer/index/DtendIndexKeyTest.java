package org.kalends.indexer.index;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import org.junit.jupiter.api.Test;
import org.kalends.indexer.recurrence.EventSpan;
import org.kalends.schemas.AttendeeAddress;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;
import org.kalends.schemas.TimeRange;

@Domain(IndexDomain.class)
class DtendIndexKeyTest {
  private static final Comparator<String> BY_LENGTH_THEN_BYTES =
      Comparator.<String>comparingInt(text -> text.getBytes(UTF_8).length)
          .thenComparing(text -> text.getBytes(UTF_8), Arrays::compareUnsigned);

  private static final Comparator<DtendIndexKey> LOGICAL_ORDER =
      Comparator.comparing(DtendIndexKey::subject, BY_LENGTH_THEN_BYTES)
          .thenComparing(DtendIndexKey::band)
          .thenComparingLong(key -> key.span().unbounded() ? 0 : key.span().endMillis())
          .thenComparingLong(key -> key.span().startMillis())
          .thenComparing(
              key -> key.calendar() == null ? "" : key.calendar().value(), BY_LENGTH_THEN_BYTES)
          .thenComparing(key -> key.uid().value(), BY_LENGTH_THEN_BYTES);

  @Property
  void shouldSortCalendarsKeysAsTheirParts(
      @ForAll CalendarId calendar1,
      @ForAll CalendarId calendar2,
      @ForAll EventSpan span1,
      @ForAll EventSpan span2,
      @ForAll EventUid uid1,
      @ForAll EventUid uid2) {
    DtendIndexKey one = DtendIndexKey.ofCalendar(calendar1, SpanBand.of(span1), span1, uid1);
    for (CalendarId calendar : new CalendarId[] {calendar1, calendar2}) {
      for (EventSpan span : new EventSpan[] {span1, span2}) {
        for (EventUid uid : new EventUid[] {uid1, uid2}) {
          assertSameOrder(one, DtendIndexKey.ofCalendar(calendar, SpanBand.of(span), span, uid));
        }
      }
    }
  }

  @Property
  void shouldSortAttendeesKeysAsTheirParts(
      @ForAll AttendeeAddress attendee1,
      @ForAll AttendeeAddress attendee2,
      @ForAll EventSpan span,
      @ForAll CalendarId calendar1,
      @ForAll CalendarId calendar2,
      @ForAll EventUid uid1,
      @ForAll EventUid uid2) {
    SpanBand band = SpanBand.of(span);
    DtendIndexKey one = DtendIndexKey.ofAttendee(attendee1, band, span, calendar1, uid1);
    for (AttendeeAddress attendee : new AttendeeAddress[] {attendee1, attendee2}) {
      for (CalendarId calendar : new CalendarId[] {calendar1, calendar2}) {
        for (EventUid uid : new EventUid[] {uid1, uid2}) {
          assertSameOrder(one, DtendIndexKey.ofAttendee(attendee, band, span, calendar, uid));
        }
      }
    }
  }

  private static void assertSameOrder(DtendIndexKey one, DtendIndexKey other) {
    byte[] bytes1 = one.encode();
    byte[] bytes2 = other.encode();
    assertThat(Integer.signum(Arrays.compareUnsigned(bytes1, bytes2)))
        .isEqualTo(Integer.signum(LOGICAL_ORDER.compare(one, other)));
    if (!one.equals(other)) {
      int shorter = Math.min(bytes1.length, bytes2.length);
      assertThat(Arrays.equals(bytes1, 0, shorter, bytes2, 0, shorter))
          .as("one key is a prefix of the other")
          .isFalse();
    }
  }

  @Property
  void shouldReadCalendarsKeysBack(
      @ForAll CalendarId calendar, @ForAll EventSpan span, @ForAll EventUid uid) {
    DtendIndexKey key = DtendIndexKey.ofCalendar(calendar, SpanBand.of(span), span, uid);

    assertThat(DtendIndexKey.decodeOfCalendar(key.encode())).isEqualTo(key);
  }

  @Property
  void shouldReadAttendeesKeysBack(
      @ForAll AttendeeAddress attendee,
      @ForAll CalendarId calendar,
      @ForAll EventSpan span,
      @ForAll EventUid uid) {
    DtendIndexKey key = DtendIndexKey.ofAttendee(attendee, SpanBand.of(span), span, calendar, uid);

    assertThat(DtendIndexKey.decodeOfAttendee(key.encode())).isEqualTo(key);
  }

  @Property
  void shouldKeepSubjectsRowsApart(
      @ForAll AttendeeAddress attendee,
      @ForAll AttendeeAddress other,
      @ForAll CalendarId calendar,
      @ForAll EventSpan span,
      @ForAll EventUid uid) {
    byte[] key =
        DtendIndexKey.ofAttendee(attendee, SpanBand.of(span), span, calendar, uid).encode();
    KeyRange rows = DtendIndexKey.rows(other);

    boolean inside =
        Arrays.compareUnsigned(rows.from(), key) <= 0 && Arrays.compareUnsigned(key, rows.to()) < 0;

    assertThat(inside).isEqualTo(attendee.equals(other));
  }

  @Property
  void shouldBoundAllSpansThatCanMatch(@ForAll EventSpan span, @ForAll TimeRange window) {
    SpanBand band = SpanBand.of(span);
    byte[] key =
        DtendIndexKey.ofCalendar(new CalendarId("a"), band, span, new EventUid("u")).encode();

    long sortTime = DtendIndexKey.sortTimeOf(key);
    boolean inside =
        sortTime >= DtendIndexKey.firstSortTime(band, window)
            && sortTime < DtendIndexKey.endSortTime(band, window);

    boolean canMatch =
        span.startMillis() < window.toMillis() && span.endMillis() >= window.fromMillis();
    assertThat(inside || !canMatch).isTrue();
  }

  @Test
  void shouldRefuseAnEndInTheUnboundedBand() {
    assertThatThrownBy(
            () ->
                DtendIndexKey.ofCalendar(
                    new CalendarId("a"),
                    SpanBand.UNBOUNDED,
                    new EventSpan(0, 1),
                    new EventUid("u")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("band=UNBOUNDED");
  }

  @Test
  void shouldRefuseEndlessSpansInOtherBands() {
    assertThatThrownBy(
            () ->
                DtendIndexKey.ofCalendar(
                    new CalendarId("a"),
                    SpanBand.LONGER,
                    new EventSpan(0, EventSpan.UNBOUNDED),
                    new EventUid("u")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldKeepItsLayout() {
    byte[] key =
        DtendIndexKey.ofAttendee(
                new AttendeeAddress("ann@x"),
                SpanBand.DAY,
                new EventSpan(-1, 0x10),
                new CalendarId("team"),
                new EventUid("u1"))
            .encode();

    assertThat(HexFormat.of().formatHex(key))
        .isEqualTo(
            "0005"
                + "616e6e4078" // subject
                + "01" // band
                + "8000000000000010" // dtend
                + "7fffffffffffffff" // dtstart
                + "04"
                + "7465616d" // calendar
                + "02"
                + "7531"); // uid
  }
}
