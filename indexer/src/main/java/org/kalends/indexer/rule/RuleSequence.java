package org.kalends.indexer.rule;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.kalends.schemas.event.EventLimits;
import org.kalends.schemas.event.RecurrenceRule;
import org.kalends.schemas.event.RecurrenceRule.Frequency;

/**
 * The set that a rule makes from a start, as local seconds, without COUNT and UNTIL: period after
 * period, each period's set filtered by BYSETPOS as a whole. A walk begins at any time by
 * arithmetic. Immutable; a walk belongs to one thread.
 */
public final class RuleSequence {
  /** What a walk gives behind the last instance. */
  public static final long END = Long.MAX_VALUE;

  private static final int SECONDS_A_DAY = 86_400;
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

  /** Walks through the instances from this local time on. */
  public Walk from(long local) {
    long begin = Math.max(local, start);
    return frequency.isSubDaily() ? new WithinDays(begin) : new OverDays(begin);
  }

  /** Instances in order of time. */
  public interface Walk {
    /** The next instance in local seconds, or {@link #END}. */
    long next(Steps budget);
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
    private LocalDate period;
    private long[] set = {};
    private int at;

    OverDays(long begin) {
      this.begin = begin;
      LocalDate day = LocalDate.ofEpochDay(Math.floorDiv(begin, SECONDS_A_DAY));
      LocalDate first = periodOf(startDay);
      long whole = Math.max(0, between(first, periodOf(day)) / interval);
      // a moved date (SKIP) can lie in the period behind its own
      this.period = plus(first, Math.max(0, whole - 1) * interval);
    }

    @Override
    public long next(Steps budget) {
      while (true) {
        while (at < set.length) {
          long instance = set[at++];
          if (instance >= begin) {
            return instance;
          }
        }
        budget.step();
        if (period.isAfter(LAST_DAY)) {
          return END;
        }
        set = atPositions(setOf(days.daysOf(period)));
        at = 0;
        period = plus(period, interval);
      }
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

    private long between(LocalDate from, LocalDate to) {
      return unit().between(from, to);
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
  }

  /** Hours, minutes and seconds: whole days that the day parts leave out are stepped over. */
  private final class WithinDays implements Walk {
    private final long begin;
    private final long unit = unitSeconds();
    private final long firstPeriod = Math.floorDiv(start, unit);
    private final int[] ofPeriod = times.ofPeriod();
    private long period;
    private long[] set = {};
    private int at;
    private long admittedDay = Long.MIN_VALUE;

    WithinDays(long begin) {
      this.begin = begin;
      long whole = Math.floorDiv(Math.floorDiv(begin, unit) - firstPeriod, interval);
      this.period = firstPeriod + Math.max(0, whole) * interval;
    }

    @Override
    public long next(Steps budget) {
      while (true) {
        while (at < set.length) {
          long instance = set[at++];
          if (instance >= begin) {
            return instance;
          }
        }
        budget.step();
        long time = period * unit;
        long day = Math.floorDiv(time, SECONDS_A_DAY);
        if (day > LAST_DAY.toEpochDay()) {
          return END;
        }
        if (!admits(day)) {
          goTo((day + 1) * SECONDS_A_DAY);
          continue;
        }
        int second = (int) (time - day * SECONDS_A_DAY);
        int admitted = times.nextAdmitted(second);
        if (admitted > second) {
          goTo(day * SECONDS_A_DAY + admitted);
          continue;
        }
        if (times.admits(second)) {
          set = atPositions(Arrays.stream(ofPeriod).mapToLong(offset -> time + offset).toArray());
          at = 0;
        }
        period += interval;
      }
    }

    private boolean admits(long day) {
      if (day == admittedDay) {
        return true;
      }
      boolean admitted = days.daysOf(LocalDate.ofEpochDay(day)).length > 0;
      if (admitted) {
        admittedDay = day;
      }
      return admitted;
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
}
