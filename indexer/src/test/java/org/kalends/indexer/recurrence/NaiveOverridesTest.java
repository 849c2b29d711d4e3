package org.kalends.indexer.recurrence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.kalends.indexer.rule.StepBudget;
import org.kalends.schemas.TimeRange;
import org.kalends.schemas.avro.CalendarTime;
import org.kalends.schemas.avro.Component;
import org.kalends.schemas.avro.Event;
import org.kalends.schemas.avro.EventDuration;
import org.kalends.schemas.avro.EventOverride;
import org.kalends.schemas.avro.TimeForm;
import org.kalends.schemas.event.InvalidEventException;

/**
 * Overrides against their definition (RFC 5545 §3.8.4.4): every instance of the whole series is
 * looked at, replaced or shifted, and what overlaps the window stays. Around the changes of a
 * zone's offset, where a shift by the wall clock is none by the clock.
 */
class NaiveOverridesTest {
  private static final ZoneId ZONE = ZoneId.of("Europe/Berlin");
  private static final LocalDateTime START = LocalDateTime.parse("2026-03-16T02:30");
  private static final int DAYS = 60;

  /**
   * An override of random make.
   *
   * @param day of the instance, from the start on
   * @param offMinutes from an instance: most name one, some do not
   * @param moveMinutes by the wall clock
   */
  record Made(
      int day,
      int offMinutes,
      boolean thisAndFuture,
      long moveMinutes,
      long lengthMinutes,
      int sequence) {
    LocalDateTime id() {
      return START.plusDays(day).plusMinutes(offMinutes);
    }

    LocalDateTime start() {
      return id().plusMinutes(moveMinutes);
    }
  }

  /** What an occurrence is, by its definition. */
  record Found(long start, long end) {}

  @Property(tries = 2_000, edgeCases = EdgeCasesMode.NONE)
  void shouldReplaceAndShiftInstancesByTheDefinition(
      @ForAll("overrides") List<Made> overrides,
      @ForAll("rules") String rule,
      @ForAll @IntRange(min = -5, max = DAYS) int fromDay,
      @ForAll @IntRange(min = 1, max = 500) int hours)
      throws InvalidEventException {
    Instant from = START.plusDays(fromDay).atZone(ZONE).toInstant();
    TimeRange window = new TimeRange(from, from.plusSeconds(hours * 3_600L));

    assertThat(found(event(rule, overrides), window)).isEqualTo(defined(rule, overrides, window));
  }

  private static List<Found> defined(String rule, List<Made> overrides, TimeRange window)
      throws InvalidEventException {
    NavigableSet<Long> instances =
        new NaiveExpansion(START, ZONE, START.plusDays(DAYS + 400))
            .starts(List.of(rule), List.of(), List.of(), List.of());
    Map<Long, Made> singles = new HashMap<>();
    NavigableMap<Long, Made> cuts = new TreeMap<>();
    for (Made made : overrides) {
      (made.thisAndFuture() ? cuts : singles)
          .merge(
              instant(made.id()),
              made,
              (one, other) -> one.sequence() > other.sequence() ? one : other);
    }
    List<Found> all = new ArrayList<>();
    for (Made made : singles.values()) {
      all.add(occurrence(made.start(), made.lengthMinutes()));
    }
    for (long instance : instances) {
      if (!singles.containsKey(instance)) {
        LocalDateTime local = LocalDateTime.ofInstant(Instant.ofEpochSecond(instance), ZONE);
        Map.Entry<Long, Made> cut = cuts.floorEntry(instance);
        all.add(
            cut == null
                ? occurrence(local, 60)
                : occurrence(local.plusMinutes(shiftMinutes(cut)), cut.getValue().lengthMinutes()));
      }
    }
    return all.stream()
        .filter(each -> window.overlaps(each.start() * 1_000, each.end() * 1_000))
        .distinct()
        .sorted(Comparator.comparingLong(Found::start).thenComparingLong(Found::end))
        .toList();
  }

  /** From the wall clock of the instance that the cut names to that of its start. */
  private static long shiftMinutes(Map.Entry<Long, Made> cut) {
    LocalDateTime named = LocalDateTime.ofInstant(Instant.ofEpochSecond(cut.getKey()), ZONE);
    return Duration.between(named, cut.getValue().start()).toMinutes();
  }

  private static Found occurrence(LocalDateTime start, long minutes) {
    long instant = instant(start);
    return new Found(instant, instant + minutes * 60);
  }

  private static long instant(LocalDateTime local) {
    return local.atZone(ZONE).toEpochSecond();
  }

  @Provide
  Arbitrary<String> rules() {
    return Arbitraries.of(
        "FREQ=DAILY", "FREQ=DAILY;COUNT=40", "FREQ=WEEKLY;BYDAY=MO,SU", "FREQ=DAILY;INTERVAL=3");
  }

  @Provide
  Arbitrary<List<Made>> overrides() {
    Arbitrary<Long> moves =
        Arbitraries.oneOf(
            Arbitraries.longs().between(-90, 90),
            Arbitraries.of(0L, 1_440L, -1_440L, 10_080L, -43_200L));
    return Combinators.combine(
            Arbitraries.integers().between(0, DAYS),
            Arbitraries.of(0, 0, 0, 0, 15),
            Arbitraries.of(false, false, true),
            moves,
            Arbitraries.longs().between(0, 3_000),
            Arbitraries.integers().between(0, 3))
        .as(Made::new)
        .list()
        .ofMaxSize(5);
  }

  private static Event event(String rule, List<Made> overrides) {
    Component master = component(START, 60);
    master.setRules(List.of(rule));
    List<EventOverride> all = new ArrayList<>();
    for (Made made : overrides) {
      Component component = component(made.start(), made.lengthMinutes());
      component.setSequence(made.sequence());
      all.add(new EventOverride(berlin(made.id()), made.thisAndFuture(), component));
    }
    return Event.newBuilder().setUid("naive").setMaster(master).setOverrides(all).build();
  }

  private static Component component(LocalDateTime start, long minutes) {
    return Component.newBuilder()
        .setStart(berlin(start))
        .setDuration(new EventDuration(0, minutes * 60))
        .build();
  }

  private static CalendarTime berlin(LocalDateTime local) {
    return new CalendarTime(TimeForm.ZONED, local.toEpochSecond(ZoneOffset.UTC), "Europe/Berlin");
  }

  private static List<Found> found(Event event, TimeRange window) throws InvalidEventException {
    OccurrenceCursor cursor =
        EventExpansion.compile(event)
            .occurrences(window, ZoneOffset.UTC, new StepBudget(StepBudget.DEFAULT_STEPS));
    List<Found> found = new ArrayList<>();
    for (Occurrence o = cursor.next(); o != null; o = cursor.next()) {
      found.add(new Found(o.startMillis() / 1_000, o.endMillis() / 1_000));
    }
    // two instances can be moved onto one another, which the definition above does not tell apart
    return found.stream().distinct().toList();
  }
}
