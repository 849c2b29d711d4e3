package org.kalends.indexer.rule;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.Year;
import java.time.YearMonth;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.kalends.schemas.event.RecurrenceRule;
import org.kalends.schemas.event.RecurrenceRule.Frequency;
import org.kalends.schemas.event.RecurrenceRule.Skip;
import org.kalends.schemas.event.RecurrenceRule.WeekdayNumber;

/**
 * The day parts of a rule: which days of a period are in its set (RFC 5545 §3.3.10). What the rule
 * leaves open is taken from the start, once, so that a period's days depend on the rule and the
 * period alone. Immutable.
 */
final class RuleDays {
  private final Frequency frequency;
  private final DayOfWeek weekStart;
  private final Skip skip;
  private final int months;
  private final int[] monthDays;
  private final int[] yearDays;
  private final int[] weekNumbers;
  private final List<WeekdayNumber> weekdays;
  private final int plainWeekdays;
  private final boolean numbered;

  RuleDays(RecurrenceRule rule, LocalDate start) {
    this.frequency = rule.frequency();
    this.weekStart = rule.weekStart();
    this.skip = rule.skip();
    boolean noDayPart =
        rule.byMonthDay().isEmpty()
            && rule.byDay().isEmpty()
            && rule.byYearDay().isEmpty()
            && rule.byWeekNo().isEmpty();
    boolean yearly = frequency == Frequency.YEARLY;
    boolean monthly = frequency == Frequency.MONTHLY;
    this.months =
        mask(
            yearly && noDayPart && rule.byMonth().isEmpty()
                ? List.of(start.getMonthValue())
                : rule.byMonth());
    this.monthDays =
        (yearly || monthly) && noDayPart
            ? new int[] {start.getDayOfMonth()}
            : ints(rule.byMonthDay());
    this.yearDays = ints(rule.byYearDay());
    this.weekNumbers = ints(rule.byWeekNo());
    boolean startsWeekday =
        rule.byDay().isEmpty()
            && (frequency == Frequency.WEEKLY
                || yearly
                    && weekNumbers.length > 0
                    && rule.byMonthDay().isEmpty()
                    && rule.byYearDay().isEmpty());
    this.weekdays =
        startsWeekday ? List.of(new WeekdayNumber(0, start.getDayOfWeek())) : rule.byDay();
    this.plainWeekdays =
        mask(
            weekdays.stream()
                .filter(day -> day.ordinal() == 0)
                .map(day -> day.day().getValue())
                .toList());
    this.numbered = weekdays.stream().anyMatch(day -> day.ordinal() != 0);
  }

  /** Whether a date that does not exist can become one of the period behind its own. */
  boolean movesForward() {
    return skip == Skip.FORWARD;
  }

  private static int mask(List<Integer> values) {
    return values.stream().mapToInt(value -> 1 << value).reduce(0, (a, b) -> a | b);
  }

  private static int[] ints(List<Integer> values) {
    return values.stream().mapToInt(Integer::intValue).toArray();
  }

  /**
   * The days of the period that begins on this day, in order.
   *
   * @param periodStart the first day of a year, month, week or the day itself, by the frequency
   */
  LocalDate[] daysOf(LocalDate periodStart) {
    return switch (frequency) {
      case YEARLY ->
          skip == Skip.OMIT
              ? daysOfYear(periodStart.getYear())
              : skippingDaysOfYear(periodStart.getYear());
      case MONTHLY ->
          skip == Skip.OMIT
              ? matching(periodStart, periodStart.lengthOfMonth())
              : skippingDaysOfMonth(periodStart);
      case WEEKLY -> matching(periodStart, 7);
      case DAILY, HOURLY, MINUTELY, SECONDLY -> matching(periodStart, 1);
    };
  }

  private LocalDate[] daysOfYear(int year) {
    if (months == 0 || weekNumbers.length > 0) {
      return matching(LocalDate.of(year, 1, 1), Year.of(year).length());
    }
    LocalDate[] days = {};
    for (int month = 1; month <= 12; month++) {
      if ((months & 1 << month) != 0) {
        LocalDate[] more =
            matching(LocalDate.of(year, month, 1), YearMonth.of(year, month).lengthOfMonth());
        int had = days.length;
        days = Arrays.copyOf(days, had + more.length);
        System.arraycopy(more, 0, days, had, more.length);
      }
    }
    return days;
  }

  private LocalDate[] matching(LocalDate first, int length) {
    LocalDate[] days = new LocalDate[length];
    int found = 0;
    LocalDate day = first;
    for (int i = 0; i < length; i++) {
      if (matches(day)) {
        days[found++] = day;
      }
      day = day.plusDays(1);
    }
    return Arrays.copyOf(days, found);
  }

  /** RFC 7529 §4.1: dates that do not exist are moved before BYDAY filters. */
  private LocalDate[] skippingDaysOfMonth(LocalDate first) {
    TreeSet<LocalDate> days = new TreeSet<>();
    addSkipping(YearMonth.from(first), days);
    return filtered(days);
  }

  private LocalDate[] skippingDaysOfYear(int year) {
    TreeSet<LocalDate> days = new TreeSet<>();
    if (yearDays.length > 0) {
      for (int number : yearDays) {
        addExisting(LocalDate.of(year, 1, 1), Year.of(year).length(), number, 366, days);
      }
    } else if (monthDays.length > 0) {
      for (int month = 1; month <= 12; month++) {
        if (months == 0 || (months & 1 << month) != 0) {
          addSkipping(YearMonth.of(year, month), days);
        }
      }
    } else {
      return daysOfYear(year);
    }
    return filtered(days);
  }

  private void addSkipping(YearMonth month, Set<LocalDate> days) {
    if (months != 0 && (months & 1 << month.getMonthValue()) == 0) {
      return;
    }
    if (monthDays.length == 0) {
      days.addAll(List.of(matching(month.atDay(1), month.lengthOfMonth())));
    }
    for (int number : monthDays) {
      addExisting(month.atDay(1), month.lengthOfMonth(), number, 31, days);
    }
  }

  private void addExisting(
      LocalDate first, int length, int number, int longest, Set<LocalDate> days) {
    int at = number > 0 ? number : length + 1 + number;
    if (at >= 1 && at <= length) {
      days.add(first.plusDays(at - 1));
    } else if (number > 0 && number <= longest) {
      days.add(first.plusDays(skip == Skip.FORWARD ? length : length - 1));
    }
  }

  private LocalDate[] filtered(Set<LocalDate> days) {
    return days.stream()
        .filter(day -> weekdays.isEmpty() || matchesWeekday(day))
        .toArray(LocalDate[]::new);
  }

  private boolean matches(LocalDate day) {
    return (months == 0 || (months & 1 << day.getMonthValue()) != 0)
        && (monthDays.length == 0 || contains(monthDays, day.getDayOfMonth(), day.lengthOfMonth()))
        && (yearDays.length == 0 || contains(yearDays, day.getDayOfYear(), day.lengthOfYear()))
        && (weekNumbers.length == 0 || matchesWeek(day))
        && (weekdays.isEmpty() || matchesWeekday(day));
  }

  private static boolean contains(int[] numbers, int number, int length) {
    for (int each : numbers) {
      if (each == number || each == number - length - 1) {
        return true;
      }
    }
    return false;
  }

  private boolean matchesWeek(LocalDate day) {
    // the week's year is that of its fourth day
    LocalDate fourth = startOfWeek(day, weekStart).plusDays(3);
    int week = (fourth.getDayOfYear() - 1) / 7 + 1;
    LocalDate lastFourth =
        startOfWeek(LocalDate.of(fourth.getYear(), 12, 28), weekStart).plusDays(3);
    int weeks = (lastFourth.getDayOfYear() - 1) / 7 + 1;
    return contains(weekNumbers, week, weeks);
  }

  static LocalDate startOfWeek(LocalDate day, DayOfWeek weekStart) {
    return day.minusDays(Math.floorMod(day.getDayOfWeek().getValue() - weekStart.getValue(), 7));
  }

  private boolean matchesWeekday(LocalDate day) {
    if ((plainWeekdays & 1 << day.getDayOfWeek().getValue()) != 0) {
      return true;
    }
    return numbered && matchesNumberedWeekday(day);
  }

  private boolean matchesNumberedWeekday(LocalDate day) {
    boolean inYear = frequency == Frequency.YEARLY && months == 0;
    int at = inYear ? day.getDayOfYear() : day.getDayOfMonth();
    int length = inYear ? day.lengthOfYear() : day.lengthOfMonth();
    int fromStart = (at - 1) / 7 + 1;
    int fromEnd = -((length - at) / 7 + 1);
    for (WeekdayNumber each : weekdays) {
      if (each.day() == day.getDayOfWeek()
          && (each.ordinal() == fromStart || each.ordinal() == fromEnd)) {
        return true;
      }
    }
    return false;
  }
}
