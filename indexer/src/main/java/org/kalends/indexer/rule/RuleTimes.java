package org.kalends.indexer.rule;

import java.util.List;
import java.util.TreeSet;
import org.kalends.schemas.event.RecurrenceRule;
import org.kalends.schemas.event.RecurrenceRule.Frequency;

/**
 * The time parts of a rule: which seconds of a day it can fall on. What it leaves open is taken
 * from the start. Immutable.
 */
final class RuleTimes {
  private static final int SECONDS_A_DAY = 86_400;

  private final Frequency frequency;
  private final List<Integer> hours;
  private final List<Integer> minutes;
  private final List<Integer> seconds;
  private final int[] ofDay;

  /**
   * @param startSecondOfDay the start's, 0 for all-day
   */
  RuleTimes(RecurrenceRule rule, int startSecondOfDay) {
    this.frequency = rule.frequency();
    this.hours = open(rule.byHour(), Frequency.HOURLY, startSecondOfDay / 3600);
    this.minutes = open(rule.byMinute(), Frequency.MINUTELY, startSecondOfDay / 60 % 60);
    this.seconds = open(leapless(rule.bySecond()), Frequency.SECONDLY, startSecondOfDay % 60);
    this.ofDay = frequency.isSubDaily() ? new int[0] : wholeDay();
  }

  /**
   * The written values, or the start's when the frequency is longer than the unit, or none for any
   * value.
   */
  private List<Integer> open(List<Integer> written, Frequency unit, int startsValue) {
    return written.isEmpty() && frequency.compareTo(unit) > 0 ? List.of(startsValue) : written;
  }

  /** A leap second is not told apart from the second before it. */
  private static List<Integer> leapless(List<Integer> seconds) {
    return seconds.stream().map(second -> Math.min(second, 59)).distinct().toList();
  }

  private int[] wholeDay() {
    TreeSet<Integer> times = new TreeSet<>();
    for (int hour : hours) {
      for (int minute : minutes) {
        for (int second : seconds) {
          times.add(hour * 3600 + minute * 60 + second);
        }
      }
    }
    return times.stream().mapToInt(Integer::intValue).toArray();
  }

  /** For DAILY and longer: the seconds of each of its days, in order. */
  int[] ofDay() {
    return ofDay;
  }

  /**
   * For a shorter frequency: the first second of the day, from this one on, at which a period in
   * the set can begin, or the day's end when there is none.
   */
  int nextAdmitted(int secondOfDay) {
    int at = secondOfDay;
    while (at < SECONDS_A_DAY) {
      if (leavesOut(hours, at / 3600)) {
        at = (at / 3600 + 1) * 3600;
      } else if (frequency != Frequency.HOURLY && leavesOut(minutes, at / 60 % 60)) {
        at = (at / 60 + 1) * 60;
      } else if (frequency == Frequency.SECONDLY && leavesOut(seconds, at % 60)) {
        at++;
      } else {
        return at;
      }
    }
    return SECONDS_A_DAY;
  }

  private static boolean leavesOut(List<Integer> written, int value) {
    return !written.isEmpty() && !written.contains(value);
  }

  /**
   * For a shorter frequency: the seconds within its period, in order, counted from the period's
   * start.
   */
  int[] ofPeriod() {
    TreeSet<Integer> times = new TreeSet<>();
    switch (frequency) {
      case HOURLY -> {
        for (int minute : minutes) {
          for (int second : seconds) {
            times.add(minute * 60 + second);
          }
        }
      }
      case MINUTELY -> seconds.forEach(second -> times.add(second));
      case SECONDLY -> times.add(0);
      case DAILY, WEEKLY, MONTHLY, YEARLY ->
          throw new IllegalStateException("no period within a day; frequency=" + frequency);
    }
    return times.stream().mapToInt(Integer::intValue).toArray();
  }
}
