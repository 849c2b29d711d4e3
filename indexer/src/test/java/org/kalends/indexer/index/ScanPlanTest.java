package org.kalends.indexer.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.kalends.indexer.recurrence.EventSpan;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;
import org.kalends.schemas.TimeRange;

@Domain(IndexDomain.class)
@Domain(DomainContext.Global.class)
class ScanPlanTest {
  private static final CalendarId TEAM = new CalendarId("team");
  private static final long DAY = 86_400_000;

  @Property
  void shouldFindWhatAFilterOverAllRowsFinds(
      @ForAll @Size(max = 200) List<EventSpan> spans, @ForAll TimeRange window) {
    MemoryRows rows = new MemoryRows();
    for (int i = 0; i < spans.size(); i++) {
      CalendarId calendar = new CalendarId(List.of("a", "team", "team2").get(i % 3));
      put(rows, calendar, spans.get(i), i);
      rows.put(SubjectVersion.key(calendar), SubjectVersion.encode(i));
    }
    List<String> expected =
        teamsKeys(rows).stream()
            .filter(
                key ->
                    key.span().startMillis() < window.toMillis()
                        && key.span().endMillis() >= window.fromMillis())
            .map(key -> HexFormat.of().formatHex(key.encode()))
            .toList();

    try (ScanPlan plan = plan(rows, window)) {
      assertThat(keys(plan)).containsExactlyInAnyOrderElementsOf(expected);
    }
    assertThat(rows.open()).isZero();
  }

  @Property
  void shouldReadNoMoreThanTheBandsRangesAndASeeksWorth(
      @ForAll @Size(max = 200) List<EventSpan> spans, @ForAll TimeRange window) {
    MemoryRows rows = new MemoryRows();
    for (int i = 0; i < spans.size(); i++) {
      put(rows, TEAM, spans.get(i), i);
    }
    long inRanges =
        teamsKeys(rows).stream()
            .filter(key -> BandPart.of(key.band(), window).contains(key.encode()))
            .count();

    try (ScanPlan plan = plan(rows, window)) {
      assertThat(plan.rowsRead())
          .isLessThanOrEqualTo(
              inRanges + (long) SpanBand.values().length * (ScanPlan.ROWS_A_SEEK_COSTS + 1));
      assertThat(plan.seeks()).isLessThanOrEqualTo(SpanBand.values().length);
    }
  }

  @Test
  void shouldFindWhatHappensAtTheWindowsFirstInstantWithoutLength() {
    MemoryRows rows = new MemoryRows();
    put(rows, TEAM, new EventSpan(1_000, 1_000), 1);
    put(rows, TEAM, new EventSpan(0, 1_000), 2);
    put(rows, TEAM, new EventSpan(0, 999), 3);
    put(rows, TEAM, new EventSpan(2_000, 2_000), 4);

    try (ScanPlan plan = plan(rows, TimeRange.ofMillis(1_000, 2_000))) {
      assertThat(keys(plan)).hasSize(2);
    }
  }

  @Test
  void shouldReadFewRowsOfAFullCalendar() {
    MemoryRows rows = fullCalendar();

    try (ScanPlan plan = plan(rows, TimeRange.ofMillis(500 * DAY, 507 * DAY))) {
      assertThat(plan.rowsRead()).isLessThanOrEqualTo(9 + 1 + ScanPlan.ROWS_A_SEEK_COSTS + 1);
      assertThat(plan.seeks()).isEqualTo(2);
      assertThat(keys(plan)).hasSize(9);
    }
  }

  @Test
  void shouldHandOutLargeBandsWithoutHoldingThem() {
    MemoryRows rows = fullCalendar();

    try (ScanPlan plan = plan(rows, TimeRange.ofMillis(500 * DAY, 1_500 * DAY))) {
      assertThat(plan.rowsRead()).isLessThanOrEqualTo(2 * ScanPlan.ROWS_A_SEEK_COSTS);
      assertThat(keys(plan)).hasSize(1_002).doesNotHaveDuplicates();
    }
    assertThat(rows.open()).isZero();
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

    try (ScanPlan plan = plan(rows, TimeRange.ofMillis(0, DAY))) {
      assertThat(keys(plan)).hasSize(SpanBand.values().length);
      assertThat(plan.seeks()).isEqualTo(1);
    }
  }

  @Test
  void shouldMeetAnEventOnceThatMovesBetweenBandsMeanwhile() {
    MemoryRows rows = fullCalendar();
    EventSpan year = new EventSpan(500 * DAY, 700 * DAY);
    EventSpan day = new EventSpan(500 * DAY, 500 * DAY + 1_000);
    put(rows, TEAM, year, 20_000);

    OrderedRows racing =
        new Racing(
            rows,
            () -> {
              rows.remove(key(TEAM, year, 20_000));
              put(rows, TEAM, day, 20_000);
              rows.put(SubjectVersion.key(TEAM), SubjectVersion.encode(2));
            });

    try (ScanPlan plan = plan(racing, TimeRange.ofMillis(500 * DAY, 507 * DAY))) {
      assertThat(keys(plan))
          .contains(HexFormat.of().formatHex(key(TEAM, day, 20_000)))
          .doesNotContain(HexFormat.of().formatHex(key(TEAM, year, 20_000)));
      assertThat(plan.version()).isEqualTo(2);
    }
    assertThat(rows.open()).isZero();
  }

  @Test
  void shouldGiveUpOnRowsThatNeverSettle() {
    MemoryRows rows = fullCalendar();
    OrderedRows restless =
        new Racing(
            rows,
            () ->
                rows.put(
                    SubjectVersion.key(TEAM),
                    SubjectVersion.encode(
                        1 + SubjectVersion.decode(rows.get(SubjectVersion.key(TEAM)))))) {
          @Override
          public RowCursor range(KeyRange range) {
            again();
            return super.range(range);
          }
        };

    assertThatThrownBy(() -> plan(restless, TimeRange.ofMillis(500 * DAY, 507 * DAY)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("subject=team");
    assertThat(rows.open()).isZero();
  }

  @Test
  void shouldCloseWhatItOpenedWhenARangeFails() {
    MemoryRows rows = fullCalendar();
    OrderedRows failing =
        new Racing(
            rows,
            () -> {
              throw new IllegalStateException("the store went");
            });

    assertThatThrownBy(() -> plan(failing, TimeRange.ofMillis(500 * DAY, 1_500 * DAY)))
        .hasMessage("the store went");
    assertThat(rows.open()).isZero();
  }

  @Test
  void shouldSaySoOnceAndForAllWhenNothingIsLeft() {
    try (EntryScan scan = EntryScan.of(new MemoryRows(), TEAM, TimeRange.ofMillis(0, 1))) {
      assertThat(scan.next()).isNull();
      assertThat(scan.next()).isNull();
    }
  }

  /** Rows in which something happens before the second range is opened. */
  private static class Racing implements OrderedRows {
    private final MemoryRows rows;
    private final Runnable event;
    private int opened;

    Racing(MemoryRows rows, Runnable event) {
      this.rows = rows;
      this.event = event;
    }

    void again() {
      opened = 1;
    }

    @Override
    public byte @Nullable [] get(byte[] key) {
      return rows.get(key);
    }

    @Override
    public RowCursor range(KeyRange range) {
      opened++;
      if (opened == 2) {
        event.run();
      }
      return rows.range(range);
    }
  }

  /** An hour each day for ten thousand days, a long and an endless series. */
  private static MemoryRows fullCalendar() {
    MemoryRows rows = new MemoryRows();
    for (int day = 0; day < 10_000; day++) {
      put(rows, TEAM, new EventSpan(day * DAY, day * DAY + 3_600_000), day);
    }
    put(rows, TEAM, new EventSpan(0, EventSpan.UNBOUNDED), 10_000);
    put(rows, TEAM, new EventSpan(0, 9_999 * DAY), 10_001);
    rows.put(SubjectVersion.key(TEAM), SubjectVersion.encode(1));
    return rows;
  }

  private static List<DtendIndexKey> teamsKeys(MemoryRows rows) {
    return rows.all().keySet().stream()
        .filter(DtendIndexKey::isEntry)
        .map(DtendIndexKey::decodeOfCalendar)
        .filter(key -> key.subject().equals("team"))
        .toList();
  }

  private static ScanPlan plan(OrderedRows rows, TimeRange window) {
    return ScanPlan.settled(rows, TEAM.value(), window);
  }

  private static void put(MemoryRows rows, CalendarId calendar, EventSpan span, int number) {
    rows.put(key(calendar, span, number), new byte[0]);
  }

  private static byte[] key(CalendarId calendar, EventSpan span, int number) {
    return DtendIndexKey.ofCalendar(calendar, SpanBand.of(span), span, new EventUid("u" + number))
        .encode();
  }

  private static List<String> keys(ScanPlan plan) {
    List<String> keys = new ArrayList<>();
    for (ScanPlan.Row row = plan.next(); row != null; row = plan.next()) {
      keys.add(HexFormat.of().formatHex(row.key));
    }
    return keys;
  }
}
