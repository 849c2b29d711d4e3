package org.kalends.indexer.recurrence;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.time.temporal.WeekFields;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.kalends.schemas.event.InvalidEventException;
import org.kalends.schemas.event.RecurrenceRule;
import org.kalends.schemas.event.RecurrenceRule.Frequency;
import org.kalends.schemas.event.RecurrenceRule.WeekdayNumber;

/**
 * The recurrence set by its definition (RFC 5545 §3.3.10, §3.8.5): every unit of time from DTSTART
 * on is asked whether it is in the rule, one after another, in java.time's own words. Slow, and
 * shares no line with the engine.
 */
final class NaiveExpansion {
  private final LocalDateTime start;
  private final ZoneId zone;
  private final LocalDateTime horizon;

  /**
   * @param horizon periods that begin behind it are not looked at
   */
  NaiveExpansion(LocalDateTime start, ZoneId zone, LocalDateTime horizon) {
    this.start = start;
    this.zone = zone;
    this.horizon = horizon;
  }

  /** Epoch seconds of the starts of all instances. */
  NavigableSet<Long> starts(
      List<String> rules,
      List<String> exceptionRules,
      List<LocalDateTime> dates,
      List<LocalDateTime> exceptionDates)
      throws InvalidEventException {
    NavigableSet<Long> instants = new TreeSet<>();
    instants.add(instant(start));
    for (String rule : rules) {
      instants.addAll(instants(bounded(RecurrenceRule.parse(rule), exceptionDates)));
    }
    instants.addAll(instants(dates));
    for (String rule : exceptionRules) {
      RecurrenceRule parsed = RecurrenceRule.parse(rule);
      List<LocalDateTime> excepted = bounded(parsed, exceptionDates);
      if (!set(parsed).contains(start)) {
        excepted.remove(start);
      }
      instants.removeAll(instants(excepted));
    }
    instants.removeAll(instants(exceptionDates));
    return instants;
  }

  private List<Long> instants(Collection<LocalDateTime> locals) {
    return locals.stream().map(this::instant).toList();
  }

  /** java.time shifts what lies in a gap by its length, and takes the first of an overlap. */
  private long instant(LocalDateTime local) {
    return local.atZone(zone).toEpochSecond();
  }

  /** The start, which counts if it is not excluded, and the rule's set until COUNT or UNTIL. */
  private List<LocalDateTime> bounded(RecurrenceRule rule, List<LocalDateTime> exceptionDates) {
    NavigableSet<LocalDateTime> set = set(rule);
    if (!instants(exceptionDates).contains(instant(start))) {
      set.add(start);
    }
    List<LocalDateTime> instances = new ArrayList<>();
    for (LocalDateTime instance : set) {
      if (!instance.equals(start)
          && (rule.count() > 0 && instances.size() == rule.count()
              || isBehindUntil(instance, rule))) {
        break;
      }
      instances.add(instance);
    }
    return instances;
  }

  private boolean isBehindUntil(LocalDateTime instance, RecurrenceRule rule) {
    RecurrenceRule.Until until = rule.until();
    if (until == null) {
      return false;
    }
    return switch (until.form()) {
      case DATE -> instance.toLocalDate().isAfter(until.time().toLocalDate());
      case LOCAL -> instance.isAfter(until.time());
      case UTC -> instant(instance) > until.time().toEpochSecond(ZoneOffset.UTC);
    };
  }

  private NavigableSet<LocalDateTime> set(RecurrenceRule rule) {
    TreeMap<LocalDateTime, List<LocalDateTime>> periods = new TreeMap<>();
    LocalDateTime first = period(rule, start);
    for (LocalDateTime unit = first;
        period(rule, unit).isBefore(horizon);
        unit = rule.frequency().isSubDaily() ? unit.plus(1, unit(rule)) : unit.plusDays(1)) {
      LocalDateTime period = period(rule, unit);
      if (unit(rule).between(first, period) % rule.interval() == 0
          && hasDay(rule, unit.toLocalDate())) {
        for (LocalDateTime time : times(rule, unit)) {
          periods.computeIfAbsent(period, none -> new ArrayList<>()).add(time);
        }
      }
    }
    NavigableSet<LocalDateTime> set = new TreeSet<>();
    periods.values().forEach(times -> set.addAll(atPositions(rule, times)));
    return set.tailSet(start, true);
  }

  private static List<LocalDateTime> atPositions(RecurrenceRule rule, List<LocalDateTime> times) {
    if (rule.bySetPos().isEmpty()) {
      return times;
    }
    List<LocalDateTime> sorted = new ArrayList<>(new TreeSet<>(times));
    return rule.bySetPos().stream()
        .map(position -> position > 0 ? position - 1 : sorted.size() + position)
        .filter(at -> at >= 0 && at < sorted.size())
        .map(sorted::get)
        .toList();
  }

  private static ChronoUnit unit(RecurrenceRule rule) {
    return switch (rule.frequency()) {
      case SECONDLY -> ChronoUnit.SECONDS;
      case MINUTELY -> ChronoUnit.MINUTES;
      case HOURLY -> ChronoUnit.HOURS;
      case DAILY -> ChronoUnit.DAYS;
      case WEEKLY -> ChronoUnit.WEEKS;
      case MONTHLY -> ChronoUnit.MONTHS;
      case YEARLY -> ChronoUnit.YEARS;
    };
  }

  private static LocalDateTime period(RecurrenceRule rule, LocalDateTime time) {
    LocalDateTime midnight = time.truncatedTo(ChronoUnit.DAYS);
    return switch (rule.frequency()) {
      case SECONDLY, MINUTELY, HOURLY -> time.truncatedTo(unit(rule));
      case DAILY -> midnight;
      case WEEKLY -> midnight.with(TemporalAdjusters.previousOrSame(rule.weekStart()));
      case MONTHLY -> midnight.with(TemporalAdjusters.firstDayOfMonth());
      case YEARLY -> midnight.with(TemporalAdjusters.firstDayOfYear());
    };
  }

  private boolean hasDay(RecurrenceRule rule, LocalDate day) {
    boolean yearly = rule.frequency() == Frequency.YEARLY;
    boolean monthly = rule.frequency() == Frequency.MONTHLY;
    boolean weekly = rule.frequency() == Frequency.WEEKLY;
    boolean open =
        rule.byDay().isEmpty()
            && rule.byMonthDay().isEmpty()
            && rule.byYearDay().isEmpty()
            && rule.byWeekNo().isEmpty();
    if (open && yearly && rule.byMonth().isEmpty() && day.getMonth() != start.getMonth()) {
      return false;
    }
    if (open && (yearly || monthly) && day.getDayOfMonth() != start.getDayOfMonth()) {
      return false;
    }
    boolean onlyWeekNumbers =
        !rule.byWeekNo().isEmpty() && rule.byMonthDay().isEmpty() && rule.byYearDay().isEmpty();
    if (rule.byDay().isEmpty()
        && (weekly || onlyWeekNumbers)
        && day.getDayOfWeek() != start.getDayOfWeek()) {
      return false;
    }
    return (rule.byMonth().isEmpty() || rule.byMonth().contains(day.getMonthValue()))
        && has(rule.byMonthDay(), day.getDayOfMonth(), day.lengthOfMonth())
        && has(rule.byYearDay(), day.getDayOfYear(), day.lengthOfYear())
        && (rule.byWeekNo().isEmpty() || isInWeek(rule, day))
        && (rule.byDay().isEmpty()
            || rule.byDay().stream().anyMatch(weekday -> isWeekday(rule, weekday, day)));
  }

  private static boolean isInWeek(RecurrenceRule rule, LocalDate day) {
    WeekFields weeks = WeekFields.of(rule.weekStart(), 4);
    int weeksOfYear = (int) weeks.weekOfWeekBasedYear().rangeRefinedBy(day).getMaximum();
    return has(rule.byWeekNo(), day.get(weeks.weekOfWeekBasedYear()), weeksOfYear);
  }

  private static boolean has(List<Integer> numbers, int number, int length) {
    return numbers.isEmpty() || numbers.contains(number) || numbers.contains(number - length - 1);
  }

  private static boolean isWeekday(RecurrenceRule rule, WeekdayNumber weekday, LocalDate day) {
    if (day.getDayOfWeek() != weekday.day() || weekday.ordinal() == 0) {
      return day.getDayOfWeek() == weekday.day();
    }
    boolean ofYear = rule.frequency() == Frequency.YEARLY && rule.byMonth().isEmpty();
    LocalDate first = ofYear ? day.withDayOfYear(1) : day.withDayOfMonth(1);
    LocalDate next = ofYear ? first.plusYears(1) : first.plusMonths(1);
    List<LocalDate> all =
        first.datesUntil(next).filter(each -> each.getDayOfWeek() == weekday.day()).toList();
    int at = weekday.ordinal() > 0 ? weekday.ordinal() - 1 : all.size() + weekday.ordinal();
    return at >= 0 && at < all.size() && all.get(at).equals(day);
  }

  /** The times of a day, or within a unit of a shorter frequency. */
  private List<LocalDateTime> times(RecurrenceRule rule, LocalDateTime unit) {
    Frequency frequency = rule.frequency();
    boolean hourly = frequency.compareTo(Frequency.HOURLY) > 0;
    List<LocalDateTime> times = new ArrayList<>();
    for (int hour : frequency.isSubDaily() ? List.of(unit.getHour()) : hours(rule)) {
      if (!hourly && !rule.byHour().isEmpty() && !rule.byHour().contains(hour)) {
        continue;
      }
      for (int minute :
          values(
              rule.byMinute(),
              Frequency.MINUTELY,
              frequency,
              unit.getMinute(),
              start.getMinute())) {
        for (int second :
            values(
                rule.bySecond(),
                Frequency.SECONDLY,
                frequency,
                unit.getSecond(),
                start.getSecond())) {
          times.add(unit.toLocalDate().atTime(hour, minute, second));
        }
      }
    }
    return times;
  }

  private List<Integer> hours(RecurrenceRule rule) {
    return rule.byHour().isEmpty() ? List.of(start.getHour()) : rule.byHour();
  }

  /**
   * A shorter frequency filters what it runs through; a longer one expands, by the start's if open.
   */
  private static List<Integer> values(
      List<Integer> written, Frequency unit, Frequency frequency, int running, int starts) {
    if (frequency.compareTo(unit) > 0) {
      return written.isEmpty() ? List.of(starts) : written;
    }
    return written.isEmpty() || written.contains(running) ? List.of(running) : List.of();
  }
}
