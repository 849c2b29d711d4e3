package org.kalends.indexer.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;
import org.junit.jupiter.api.Test;
import org.kalends.indexer.recurrence.EventSpan;
import org.kalends.schemas.AttendeeAddress;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;
import org.kalends.schemas.TimeRange;

@Domain(IndexDomain.class)
@Domain(DomainContext.Global.class)
class EntryScanTest {
  private static final CalendarId TEAM = new CalendarId("team");
  private static final long DAY = 86_400_000;

  @Property
  void shouldFindWhatAFilterOverAllRowsFinds(
      @ForAll @Size(max = 200) List<EventSpan> spans, @ForAll TimeRange window) {
    MemoryRows rows = new MemoryRows();
    for (int i = 0; i < spans.size(); i++) {
      CalendarId calendar = new CalendarId(List.of("a", "team", "team2").get(i % 3));
      put(rows, calendar, spans.get(i), i);
    }
    List<String> expected =
        rows.all().keySet().stream()
            .map(DtendIndexKey::decodeOfCalendar)
            .filter(key -> key.subject().equals("team"))
            .filter(
                key ->
                    key.span().startMillis() < window.toMillis()
                        && key.span().endMillis() >= window.fromMillis())
            .map(key -> HexFormat.of().formatHex(key.encode()))
            .toList();

    try (EntryScan scan = EntryScan.of(rows, TEAM, window)) {
      assertThat(keys(scan)).isEqualTo(expected);
      assertThat(scan.rowsRead())
          .isLessThanOrEqualTo(
              rowsInBandsRanges(rows, window)
                  + (long) SpanBand.values().length * (EntryScan.ROWS_A_SEEK_COSTS + 1));
    }
    assertThat(rows.open()).isZero();
  }

  private static long rowsInBandsRanges(MemoryRows rows, TimeRange window) {
    return rows.all().keySet().stream()
        .map(DtendIndexKey::decodeOfCalendar)
        .filter(key -> key.subject().equals("team"))
        .filter(
            key -> {
              long sortTime =
                  key.span().unbounded() ? key.span().startMillis() : key.span().endMillis();
              return sortTime >= DtendIndexKey.firstSortTime(key.band(), window)
                  && sortTime < DtendIndexKey.endSortTime(key.band(), window);
            })
        .count();
  }

  @Property(tries = 50)
  void shouldFindEachAttendeesOwn(
      @ForAll @Size(max = 50) List<EventSpan> spans,
      @ForAll AttendeeAddress one,
      @ForAll AttendeeAddress other,
      @ForAll TimeRange window) {
    MemoryRows rows = new MemoryRows();
    for (int i = 0; i < spans.size(); i++) {
      EventSpan span = spans.get(i);
      rows.put(
          DtendIndexKey.ofAttendee(
                  i % 2 == 0 ? one : other, SpanBand.of(span), span, TEAM, new EventUid("u" + i))
              .encode(),
          new byte[0]);
    }

    try (EntryScan scan = EntryScan.of(rows, one, window)) {
      for (RowCursor row = scan.advance(); row != null; row = scan.advance()) {
        assertThat(DtendIndexKey.decodeOfAttendee(row.key()).subject()).isEqualTo(one.value());
      }
    }
  }

  @Test
  void shouldFindWhatHappensAtTheWindowsFirstInstantWithoutLength() {
    MemoryRows rows = new MemoryRows();
    put(rows, TEAM, new EventSpan(1_000, 1_000), 1);
    put(rows, TEAM, new EventSpan(0, 1_000), 2);
    put(rows, TEAM, new EventSpan(0, 999), 3);
    put(rows, TEAM, new EventSpan(2_000, 2_000), 4);

    try (EntryScan scan = EntryScan.of(rows, TEAM, TimeRange.ofMillis(1_000, 2_000))) {
      assertThat(keys(scan)).hasSize(2);
    }
  }

  @Test
  void shouldReadFewRowsOfAFullCalendar() {
    MemoryRows rows = new MemoryRows();
    for (int day = 0; day < 10_000; day++) {
      put(rows, TEAM, new EventSpan(day * DAY, day * DAY + 3_600_000), day);
    }
    put(rows, TEAM, new EventSpan(0, EventSpan.UNBOUNDED), 10_000);
    put(rows, TEAM, new EventSpan(0, 9_999 * DAY), 10_001);

    try (EntryScan scan = EntryScan.of(rows, TEAM, TimeRange.ofMillis(500 * DAY, 507 * DAY))) {
      assertThat(keys(scan)).hasSize(9);
      assertThat(scan.rowsRead()).isLessThanOrEqualTo(9 + 1 + EntryScan.ROWS_A_SEEK_COSTS + 1);
      assertThat(scan.seeks()).isEqualTo(2);
    }
  }

  @Test
  void shouldSeekOnceWhereAllBandsAreSmall() {
    MemoryRows rows = new MemoryRows();
    for (SpanBand band : SpanBand.values()) {
      long length = Math.min(band.maxLengthMillis(), 12L * 3653 * DAY);
      put(
          rows,
          TEAM,
          new EventSpan(0, band == SpanBand.UNBOUNDED ? EventSpan.UNBOUNDED : length),
          band.code());
    }

    try (EntryScan scan = EntryScan.of(rows, TEAM, TimeRange.ofMillis(0, DAY))) {
      assertThat(keys(scan)).hasSize(SpanBand.values().length);
      assertThat(scan.seeks()).isEqualTo(1);
    }
  }

  @Test
  void shouldSaySoOnceAndForAllWhenNothingIsLeft() {
    try (EntryScan scan = EntryScan.of(new MemoryRows(), TEAM, TimeRange.ofMillis(0, 1))) {
      assertThat(scan.next()).isNull();
      assertThat(scan.next()).isNull();
      assertThat(scan.seeks()).isEqualTo(1);
    }
  }

  private static void put(MemoryRows rows, CalendarId calendar, EventSpan span, int number) {
    rows.put(
        DtendIndexKey.ofCalendar(calendar, SpanBand.of(span), span, new EventUid("u" + number))
            .encode(),
        new byte[0]);
  }

  private static List<String> keys(EntryScan scan) {
    List<String> keys = new ArrayList<>();
    for (RowCursor row = scan.advance(); row != null; row = scan.advance()) {
      keys.add(HexFormat.of().formatHex(row.key()));
    }
    return keys;
  }
}
