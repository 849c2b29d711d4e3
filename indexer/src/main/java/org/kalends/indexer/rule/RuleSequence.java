package org.kalends.indexer.rule;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.kalends.schemas.event.EventLimits;
import org.kalends.schemas.event.RecurrenceRule;
import org.kalends.schemas.event.RecurrenceRule.Frequency;

/**
 * The set that a rule makes from a start, as local seconds, without COUNT and UNTIL: period after
 * period, each period's set filtered by BYSETPOS as a whole. A walk begins at any time by
 * arithmetic, and ends with its range or when a whole cycle of the calendar held no instance, so
 * that a rule that never matches costs a bounded search. Immutable; a walk belongs to one thread.
 */
public final class RuleSequence {
  /** What a walk gives behind the last instance. */
  public static final long END = Long.MAX_VALUE;

  private static final int SECONDS_A_DAY = 86_400;

  /** The Gregorian calendar repeats itself, weekdays included, after 400 years. */
  private static final int CYCLE_YEARS = 400;

  private static final int CYCLE_DAYS = 146_097;
  private static final LocalDate LAST_DAY = LocalDate.of(EventLimits.MAX_YEAR, 12, 31);

  private final Frequency frequency;
  private final int interval;
  private final DayOfWeek weekStart;
  private final List<Integer> positions;
  private final long start;
  private final LocalDate startDay;
  private final RuleDays days;
  private final RuleTimes times;

  /**
   * @param start local seconds; no instance is before it
   */
  public RuleSequence(RecurrenceRule rule, long start) {
    this.frequency = rule.frequency();
    this.interval = rule.interval();
    this.weekStart = rule.weekStart();
    this.positions = rule.bySetPos();
    this.start = start;
    this.startDay = LocalDate.ofEpochDay(Math.floorDiv(start, SECONDS_A_DAY));
    this.days = new RuleDays(rule, startDay);
    this.times = new RuleTimes(rule, (int) Math.floorMod(start, (long) SECONDS_A_DAY));
  }

  /**
   * Walks through the instances of a range.
   *
   * @param from local seconds, inclusive
   * @param to local seconds, exclusive: a walk searches no further, though what it has found in
   *     that search may lie behind it
   */
  public Walk between(long from, long to) {
    long begin = Math.max(from, start);
    return frequency.isSubDaily() ? new WithinDays(begin, to) : new OverDays(begin, to);
  }

  /** Instances in order of time. */
  public interface Walk {
    /** The next instance in local seconds, or {@link #END}. */
    long next(StepBudget budget);
  }

  private long[] atPositions(long[] set) {
    if (positions.isEmpty() || set.length == 0) {
      return set;
    }
    TreeSet<Long> chosen = new TreeSet<>();
    for (int position : positions) {
      int at = position > 0 ? position - 1 : set.length + position;
      if (at >= 0 && at < set.length) {
        chosen.add(set[at]);
      }
    }
    return chosen.stream().mapToLong(Long::longValue).toArray();
  }

  /** Years, months, weeks and days. */
  private final class OverDays implements Walk {
    private final long begin;
    private final LocalDate end;
    private final long idleAtMost = cyclePeriods();
    private LocalDate period;
    private long[] set = {};
    private long[] moved = {};
    private int at;
    private long idle;

    OverDays(long begin, long to) {
      this.begin = begin;
      LocalDate behind = LAST_DAY.plusDays(1);
      this.end =
          to > behind.toEpochDay() * SECONDS_A_DAY
              ? behind
              : LocalDate.ofEpochDay(Math.ceilDiv(Math.max(to, start), SECONDS_A_DAY));
      LocalDate day = LocalDate.ofEpochDay(Math.floorDiv(begin, SECONDS_A_DAY));
      LocalDate first = periodOf(startDay);
      long whole = Math.max(0, unit().between(first, periodOf(day)) / interval);
      // a moved date (SKIP) can lie in the period behind its own
      this.period = plus(first, Math.max(0, whole - 1) * interval);
    }

    @Override
    public long next(StepBudget budget) {
      while (true) {
        while (at < set.length) {
          long instance = set[at++];
          if (instance >= begin) {
            return instance;
          }
        }
        budget.step();
        at = 0;
        if (idle > idleAtMost || !period.isBefore(end)) {
          set = moved;
          moved = new long[0];
          if (set.length == 0) {
            return END;
          }
        } else {
          set = withMoved(atPositions(setOf(days.daysOf(period))));
          idle = set.length == 0 ? idle + 1 : 0;
          period = plus(period, interval);
        }
      }
    }

    /**
     * What SKIP moved out of its period waits for the next one's set: both can hold the same day.
     */
    private long[] withMoved(long[] found) {
      if (!days.movesForward()) {
        return found;
      }
      long next = plus(period, 1).toEpochDay() * SECONDS_A_DAY;
      LongStream own = Arrays.stream(found).filter(instance -> instance < next);
      long[] all = LongStream.concat(Arrays.stream(moved), own).sorted().distinct().toArray();
      moved = Arrays.stream(found).filter(instance -> instance >= next).toArray();
      return all;
    }

    private long[] setOf(LocalDate[] found) {
      int[] ofDay = times.ofDay();
      long[] all = new long[found.length * ofDay.length];
      int next = 0;
      for (LocalDate day : found) {
        long midnight = day.toEpochDay() * SECONDS_A_DAY;
        for (int second : ofDay) {
          all[next++] = midnight + second;
        }
      }
      return all;
    }

    private LocalDate periodOf(LocalDate day) {
      return switch (frequency) {
        case YEARLY -> day.withDayOfYear(1);
        case MONTHLY -> day.withDayOfMonth(1);
        case WEEKLY -> RuleDays.startOfWeek(day, weekStart);
        case DAILY, HOURLY, MINUTELY, SECONDLY -> day;
      };
    }

    private LocalDate plus(LocalDate day, long periods) {
      long left = unit().between(day, LAST_DAY.plusYears(1));
      return day.plus(Math.min(periods, left + 1), unit());
    }

    private ChronoUnit unit() {
      return switch (frequency) {
        case YEARLY -> ChronoUnit.YEARS;
        case MONTHLY -> ChronoUnit.MONTHS;
        case WEEKLY -> ChronoUnit.WEEKS;
        case DAILY, HOURLY, MINUTELY, SECONDLY -> ChronoUnit.DAYS;
      };
    }

    /** After so many periods of the interval the calendar is as it was. */
    private long cyclePeriods() {
      long periods =
          switch (frequency) {
            case YEARLY -> CYCLE_YEARS;
            case MONTHLY -> CYCLE_YEARS * 12;
            case WEEKLY -> CYCLE_DAYS / 7;
            case DAILY, HOURLY, MINUTELY, SECONDLY -> CYCLE_DAYS;
          };
      return periods / greatestCommonDivisor(periods, interval);
    }
  }

  /**
   * Hours, minutes and seconds: days and times that the rule leaves out are stepped over, and a
   * rule whose interval never meets the times that it asks for is known before the first step.
   */
  private final class WithinDays implements Walk {
    private final long begin;
    private final long end;
    private final long unit = unitSeconds();
    private final long firstPeriod = Math.floorDiv(start, unit);
    private final int[] ofPeriod = times.ofPeriod();
    private long period;
    private long[] set = {};
    private int at;
    private long admittedDay = Long.MIN_VALUE;

    WithinDays(long begin, long to) {
      this.begin = begin;
      this.end =
          meetsItsTimes() && hasItsPositions()
              ? Math.min(to, (LAST_DAY.toEpochDay() + 1) * SECONDS_A_DAY)
              : Long.MIN_VALUE;
      long whole = Math.floorDiv(Math.floorDiv(begin, unit) - firstPeriod, interval);
      this.period = firstPeriod + Math.max(0, whole) * interval;
    }

    /** Whether any period of the interval can begin at a time of day that the rule admits. */
    private boolean meetsItsTimes() {
      long step = greatestCommonDivisor(unit * interval, SECONDS_A_DAY);
      long phase = Math.floorMod(firstPeriod * unit, step);
      for (int second = times.nextAdmitted(0);
          second < SECONDS_A_DAY;
          second = times.nextAdmitted(second + (int) unit)) {
        if (second % step == phase) {
          return true;
        }
      }
      return false;
    }

    private boolean hasItsPositions() {
      return positions.isEmpty()
          || positions.stream().anyMatch(position -> Math.abs(position) <= ofPeriod.length);
    }

    @Override
    public long next(StepBudget budget) {
      while (true) {
        while (at < set.length) {
          long instance = set[at++];
          if (instance >= begin) {
            return instance;
          }
        }
        budget.step();
        long time = period * unit;
        if (time >= end) {
          return END;
        }
        long day = Math.floorDiv(time, SECONDS_A_DAY);
        long admitted = nextAdmittedDay(day, budget);
        if (admitted > day) {
          goTo(admitted * SECONDS_A_DAY);
          continue;
        }
        int second = (int) (time - day * SECONDS_A_DAY);
        int begins = times.nextAdmitted(second);
        if (begins > second) {
          goTo(day * SECONDS_A_DAY + begins);
          continue;
        }
        set = atPositions(Arrays.stream(ofPeriod).mapToLong(offset -> time + offset).toArray());
        at = 0;
        period += interval;
      }
    }

    /** The first day from this one on that the day parts admit, or one behind the range. */
    private long nextAdmittedDay(long day, StepBudget budget) {
      long found = day;
      while (found != admittedDay && days.daysOf(LocalDate.ofEpochDay(found)).length == 0) {
        budget.step();
        found++;
        if (found * SECONDS_A_DAY >= end || found - day > CYCLE_DAYS) {
          return Math.ceilDiv(end, SECONDS_A_DAY);
        }
      }
      admittedDay = found;
      return found;
    }

    /** The first period of the interval that does not begin before this time. */
    private void goTo(long time) {
      long wanted = Math.ceilDiv(time, unit) - firstPeriod;
      period = firstPeriod + Math.ceilDiv(wanted, (long) interval) * interval;
    }

    private long unitSeconds() {
      return switch (frequency) {
        case HOURLY -> 3600;
        case MINUTELY -> 60;
        case SECONDLY -> 1;
        case DAILY, WEEKLY, MONTHLY, YEARLY ->
            throw new IllegalStateException("no unit within a day; frequency=" + frequency);
      };
    }
  }

  private static long greatestCommonDivisor(long one, long other) {
    return other == 0 ? one : greatestCommonDivisor(other, one % other);
  }
}
