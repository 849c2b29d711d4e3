package org.kalends.indexer.recurrence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;
import org.kalends.indexer.rule.StepBudget;
import org.kalends.schemas.TimeRange;
import org.kalends.schemas.avro.CalendarTime;
import org.kalends.schemas.avro.Component;
import org.kalends.schemas.avro.Event;
import org.kalends.schemas.avro.EventDuration;
import org.kalends.schemas.avro.RecurrenceDate;
import org.kalends.schemas.avro.TimeForm;
import org.kalends.schemas.event.InvalidEventException;
import org.kalends.schemas.event.RecurrenceRule;

/**
 * The engine against the set by its definition: rules of every frequency and part, starts that they
 * meet or not, zones with gaps and overlaps, EXRULE, RDATE and EXDATE, any window.
 */
class NaiveExpansionTest {
  private static final DateTimeFormatter BASIC =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss", Locale.ROOT);
  private static final List<String> WEEKDAYS = List.of("MO", "TU", "WE", "TH", "FR", "SA", "SU");

  private static final Arbitrary<String> ZONES =
      Arbitraries.of(
          "UTC",
          "Europe/Berlin",
          "America/New_York",
          "Australia/Lord_Howe",
          "Pacific/Apia",
          "Asia/Kolkata");

  /**
   * An event of random make.
   *
   * @param hours how far it is followed
   */
  record Recurring(
      LocalDateTime start,
      String zone,
      int hours,
      List<String> rules,
      List<String> exceptionRules,
      List<LocalDateTime> dates,
      List<LocalDateTime> exceptionDates) {}

  @Property(tries = 1_000, edgeCases = EdgeCasesMode.NONE)
  void shouldBeTheSetOfTheDefinition(
      @ForAll("recurring") Recurring recurring,
      @ForAll @IntRange(max = 999) int fromPart,
      @ForAll @IntRange(max = 500) int lengthPart,
      @ForAll @IntRange(max = 100_000) int duration)
      throws InvalidEventException {
    ZoneId zone = ZoneId.of(recurring.zone());
    Instant begin = recurring.start().atZone(zone).toInstant();
    long reach = recurring.hours() * 3_600L;
    Instant from = begin.plusSeconds(reach * fromPart / 1_000 - reach / 10);
    Instant to = from.plusSeconds(Math.max(1, reach * lengthPart / 1_000));
    TimeRange window = new TimeRange(from, to);
    LocalDateTime horizon = LocalDateTime.ofInstant(to, zone).plusHours(2);

    List<Long> expected =
        new NaiveExpansion(recurring.start(), zone, horizon)
                .starts(
                    recurring.rules(),
                    recurring.exceptionRules(),
                    recurring.dates(),
                    recurring.exceptionDates())
                .stream()
                .filter(start -> window.overlaps(start * 1_000, (start + duration) * 1_000))
                .toList();

    assertThat(starts(event(recurring, duration), window)).isEqualTo(expected);
  }

  @Provide
  Arbitrary<Recurring> recurring() {
    return Combinators.combine(
            ZONES.flatMap(zone -> starts(zone).map(start -> Tuple.of(zone, start))),
            Arbitraries.of(RecurrenceRule.Frequency.values()),
            Arbitraries.integers().between(0, 9))
        .flatAs(
            (begin, frequency, kind) ->
                Combinators.combine(
                        rules(frequency, begin.get2()),
                        rules(frequency, begin.get2()).list().ofMaxSize(kind > 7 ? 1 : 0),
                        rules(frequency, begin.get2()).list().ofMaxSize(kind == 7 ? 1 : 0),
                        times(begin.get2(), frequency).list().ofMaxSize(3),
                        times(begin.get2(), frequency).list().ofMaxSize(3))
                    .as(
                        (rule, more, exceptionRules, dates, exceptionDates) -> {
                          List<String> rules = new ArrayList<>(more);
                          rules.add(rule);
                          return new Recurring(
                              begin.get2(),
                              begin.get1(),
                              hours(frequency),
                              rules,
                              exceptionRules,
                              dates,
                              exceptionDates);
                        }));
  }

  /** How many hours a rule of this frequency is followed: definition's way is long. */
  private static int hours(RecurrenceRule.Frequency frequency) {
    return switch (frequency) {
      case SECONDLY -> 6;
      case MINUTELY -> 100;
      case HOURLY -> 60 * 24;
      case DAILY, WEEKLY -> 400 * 24;
      case MONTHLY -> 1_000 * 24;
      case YEARLY -> 4_000 * 24;
    };
  }

  /** Anywhere, and in the hours before a change of the zone's offset. */
  private static Arbitrary<LocalDateTime> starts(String zone) {
    Arbitrary<LocalDateTime> anywhere =
        Arbitraries.integers()
            .between(0, 400_000)
            .map(fives -> LocalDateTime.of(2027, 1, 1, 0, 0).plusMinutes(fives * 5L));
    List<LocalDateTime> changes = changes(ZoneId.of(zone));
    return changes.isEmpty()
        ? anywhere
        : Arbitraries.oneOf(
            anywhere,
            Combinators.combine(
                    Arbitraries.of(changes), Arbitraries.integers().between(-120, 3_000))
                .as((change, minutes) -> change.minusMinutes(minutes)),
            Combinators.combine(Arbitraries.of(changes), Arbitraries.integers().between(-8, 16))
                .as((change, quarters) -> change.minusMinutes(quarters * 15L)));
  }

  private static List<LocalDateTime> changes(ZoneId zone) {
    List<LocalDateTime> changes = new ArrayList<>();
    ZoneOffsetTransition change =
        zone.getRules().nextTransition(Instant.parse("2009-01-01T00:00:00Z"));
    while (change != null && changes.size() < 20) {
      changes.add(change.getDateTimeBefore());
      change = zone.getRules().nextTransition(change.getInstant());
    }
    return changes;
  }

  /**
   * Times that the rule may meet, as they are a multiple of a day or of the unit from the start.
   */
  private static Arbitrary<LocalDateTime> times(
      LocalDateTime start, RecurrenceRule.Frequency frequency) {
    Arbitrary<Long> steps = Arbitraries.longs().between(0, 60);
    return switch (frequency) {
      case SECONDLY -> steps.map(start::plusSeconds);
      case MINUTELY -> steps.map(start::plusMinutes);
      case HOURLY -> steps.map(start::plusHours);
      case DAILY, WEEKLY, MONTHLY, YEARLY -> steps.map(start::plusDays);
    };
  }

  private static Arbitrary<String> rules(RecurrenceRule.Frequency frequency, LocalDateTime start) {
    boolean subDaily = frequency.isSubDaily();
    boolean weekly = frequency == RecurrenceRule.Frequency.WEEKLY;
    boolean yearly = frequency == RecurrenceRule.Frequency.YEARLY;
    boolean numbered = yearly || frequency == RecurrenceRule.Frequency.MONTHLY;
    Arbitrary<String> days =
        Combinators.combine(
                list("BYMONTH", Arbitraries.integers().between(1, 12), 3).injectNull(0.7),
                list("BYMONTHDAY", signed(31), 3).injectNull(weekly ? 1 : 0.7),
                list("BYYEARDAY", signed(366), 4).injectNull(yearly || subDaily ? 0.85 : 1),
                list("BYWEEKNO", signed(53), 3).injectNull(yearly ? 0.85 : 1))
            .flatAs(
                (months, monthDays, yearDays, weeks) ->
                    list("BYDAY", weekdays(numbered && weeks == null), 3)
                        .injectNull(0.5)
                        .map(weekdays -> joined(months, monthDays, yearDays, weeks, weekdays)));
    Arbitrary<String> times =
        Combinators.combine(
                list("BYHOUR", Arbitraries.integers().between(0, 23), 4).injectNull(0.75),
                list("BYMINUTE", Arbitraries.of(0, 15, 30, 59), 2).injectNull(0.75),
                list("BYSECOND", Arbitraries.of(0, 1, 30), 2).injectNull(0.8))
            .as(NaiveExpansionTest::joined);
    Arbitrary<String> ends =
        Arbitraries.oneOf(
            Arbitraries.just(""),
            Arbitraries.integers().between(1, 40).map(count -> ";COUNT=" + count),
            times(start, frequency)
                .map(until -> ";UNTIL=" + BASIC.format(until.plusHours(1)) + "Z"));
    Arbitrary<Integer> intervals =
        Arbitraries.frequencyOf(
            Tuple.of(3, Arbitraries.just(1)), Tuple.of(2, Arbitraries.integers().between(2, 50)));
    return Combinators.combine(
            intervals,
            days.injectNull(subDaily ? 0.8 : 0.25),
            times.injectNull(0.6),
            list("BYSETPOS", signed(4), 2).injectNull(0.7),
            ends,
            Arbitraries.of(WEEKDAYS))
        .as(
            (interval, day, time, positions, end, weekStart) -> {
              String parts = joined(day, time);
              return "FREQ="
                  + frequency
                  + ";INTERVAL="
                  + interval
                  + parts
                  + (parts.isEmpty() || positions == null ? "" : positions)
                  + end
                  + ";WKST="
                  + weekStart;
            });
  }

  private static Arbitrary<String> weekdays(boolean numbered) {
    Arbitrary<String> plain = Arbitraries.of(WEEKDAYS);
    return numbered
        ? Arbitraries.oneOf(plain, Combinators.combine(signed(5), plain).as((at, day) -> at + day))
        : plain;
  }

  private static Arbitrary<Integer> signed(int most) {
    return Arbitraries.oneOf(
        Arbitraries.integers().between(1, most), Arbitraries.integers().between(-most, -1));
  }

  private static <T> Arbitrary<String> list(String name, Arbitrary<T> values, int most) {
    return values
        .list()
        .ofMinSize(1)
        .ofMaxSize(most)
        .uniqueElements()
        .map(
            all ->
                ";" + name + "=" + String.join(",", all.stream().map(Object::toString).toList()));
  }

  private static String joined(@Nullable String... parts) {
    StringBuilder text = new StringBuilder();
    for (String part : parts) {
      text.append(part == null ? "" : part);
    }
    return text.toString();
  }

  private static Event event(Recurring recurring, int duration) {
    Component master =
        Component.newBuilder()
            .setStart(zoned(recurring.start(), recurring.zone()))
            .setDuration(new EventDuration(0, (long) duration))
            .setRules(recurring.rules())
            .setExceptionRules(recurring.exceptionRules())
            .setRecurrenceDates(
                recurring.dates().stream()
                    .map(date -> new RecurrenceDate(zoned(date, recurring.zone()), null, null))
                    .toList())
            .setExceptionDates(
                recurring.exceptionDates().stream()
                    .map(date -> zoned(date, recurring.zone()))
                    .toList())
            .build();
    return Event.newBuilder().setUid("naive").setMaster(master).build();
  }

  private static CalendarTime zoned(LocalDateTime local, String zone) {
    return new CalendarTime(TimeForm.ZONED, local.toEpochSecond(ZoneOffset.UTC), zone);
  }

  private static List<Long> starts(Event event, TimeRange window) throws InvalidEventException {
    OccurrenceCursor cursor =
        EventExpansion.compile(event)
            .occurrences(window, ZoneOffset.UTC, new StepBudget(StepBudget.DEFAULT_STEPS));
    List<Long> starts = new ArrayList<>();
    for (Occurrence o = cursor.next(); o != null; o = cursor.next()) {
      starts.add(o.startMillis() / 1_000);
    }
    return starts;
  }
}
