package org.kalends.indexer.recurrence;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.kalends.indexer.rule.RuleSequence;
import org.kalends.indexer.rule.StepBudget;
import org.kalends.indexer.zone.ZoneResolver;
import org.kalends.schemas.avro.CalendarTime;
import org.kalends.schemas.avro.Component;
import org.kalends.schemas.avro.RecurrenceDate;
import org.kalends.schemas.event.InvalidEventException;

/**
 * The recurrence set of a master component (RFC 5545 §3.8.5): the start, the rules' instances and
 * RDATEs, without what EXDATE and EXRULE take out. Overrides are none of its concern. Immutable.
 */
final class Series {
  /**
   * Steps to find the last instance of a counted rule, when an event is filed: {@code COUNT} is at
   * most 100,000.
   */
  private static final long SPAN_STEPS = 400_000;

  /** No step of a zone's offset was longer. */
  private static final long DAY_SECONDS = 86_400;

  private final Timeline timeline;
  private final Length length;
  private final long start;
  private final List<BoundedRule> rules;
  private final List<BoundedRule> exceptionRules;
  private final NavigableMap<Long, Length> dates;
  private final Moments excluded;

  private Series(
      Timeline timeline,
      Length length,
      long start,
      List<BoundedRule> rules,
      List<BoundedRule> exceptionRules,
      NavigableMap<Long, Length> dates,
      Moments excluded) {
    this.timeline = timeline;
    this.length = length;
    this.start = start;
    this.rules = rules;
    this.exceptionRules = exceptionRules;
    this.dates = dates;
    this.excluded = excluded;
  }

  static Series of(Component master, ZoneResolver zones) throws InvalidEventException {
    CalendarTime dtstart = master.getStart();
    Timeline timeline = Timeline.of(dtstart, zones);
    Length length = Length.of(dtstart, master.getEnd(), master.getDuration(), zones);
    long start = timeline.moment(dtstart.getLocal());
    Moments excluded = new Moments(timeline);
    for (CalendarTime exdate : master.getExceptionDates()) {
      excluded.add(exdate, zones, "EXDATE");
    }
    boolean startExcluded = excluded.contains(start);
    List<BoundedRule> rules = rules(master.getRules(), timeline, dtstart.getLocal(), startExcluded);
    List<BoundedRule> exceptionRules =
        rules(master.getExceptionRules(), timeline, dtstart.getLocal(), startExcluded);
    if (exceptionRules.stream().anyMatch(BoundedRule::meetsStart)) {
      excluded.add(dtstart, zones, "EXRULE");
    }
    return new Series(
        timeline,
        length,
        start,
        rules,
        exceptionRules,
        dates(master, timeline, length, zones),
        excluded);
  }

  private static List<BoundedRule> rules(
      List<String> texts, Timeline timeline, long startLocal, boolean startExcluded)
      throws InvalidEventException {
    List<BoundedRule> rules = new ArrayList<>();
    for (String text : texts) {
      rules.add(BoundedRule.of(text, timeline, startLocal, startExcluded));
    }
    return rules;
  }

  private static NavigableMap<Long, Length> dates(
      Component master, Timeline timeline, Length length, ZoneResolver zones)
      throws InvalidEventException {
    NavigableMap<Long, Length> dates = new TreeMap<>();
    for (RecurrenceDate date : master.getRecurrenceDates()) {
      boolean period = date.getEnd() != null || date.getDuration() != null;
      Length own =
          period ? Length.of(date.getStart(), date.getEnd(), date.getDuration(), zones) : length;
      long moment = Moments.of(date.getStart(), timeline, zones, "RDATE");
      if (period || !dates.containsKey(moment)) {
        dates.put(moment, own);
      }
    }
    return dates;
  }

  Timeline timeline() {
    return timeline;
  }

  boolean recurs() {
    return !rules.isEmpty() || !dates.isEmpty();
  }

  /** The length of the instance at this moment. */
  Length lengthAt(long moment) {
    return dates.getOrDefault(moment, length);
  }

  /** No instance lasts longer. */
  long longestSeconds() {
    long longest = length.atMostSeconds();
    for (Length own : dates.values()) {
      longest = Math.max(longest, own.atMostSeconds());
    }
    return longest;
  }

  long firstMoment() {
    return dates.isEmpty() ? start : Math.min(start, dates.firstKey());
  }

  /**
   * A moment behind which there is no instance, or {@link RuleSequence#END} for an endless series.
   */
  long lastBound() {
    StepBudget budget = new StepBudget(SPAN_STEPS);
    long last = dates.isEmpty() ? start : Math.max(start, dates.lastKey());
    for (BoundedRule rule : rules) {
      last = Math.max(last, rule.lastBound(budget));
    }
    return last;
  }

  /**
   * Walks through the instances' moments of a range.
   *
   * @param from local times that a gap shifted into the range from before it are left out
   * @param to exclusive: the walk searches no further, though its last moments may lie behind it
   */
  Walk between(long from, long to) {
    return new Walk(from, to);
  }

  /**
   * The moment of the first instance of a local day, or {@link RuleSequence#END} when it has none.
   */
  long firstOn(long epochDay) {
    long midnight = timeline.moment(epochDay * DAY_SECONDS);
    Walk walk = between(midnight - DAY_SECONDS, midnight + DAY_SECONDS);
    StepBudget budget = new StepBudget(SPAN_STEPS);
    long next = walk.next(budget);
    while (next != RuleSequence.END && day(next) < epochDay) {
      next = walk.next(budget);
    }
    return next != RuleSequence.END && day(next) == epochDay ? next : RuleSequence.END;
  }

  private long day(long moment) {
    return Math.floorDiv(timeline.local(moment), DAY_SECONDS);
  }

  /** Moments of instances, in order, each once. One thread. */
  final class Walk {
    private final List<BoundedRule.Walk> walks = new ArrayList<>();
    private final List<BoundedRule.Walk> exceptions = new ArrayList<>();
    private final long[] heads;
    private final long[] exceptionHeads;
    private final Iterator<Long> laterDates;
    private long nextDate;
    private long nextStart;
    private boolean begun;

    private Walk(long from, long to) {
      long fromLocal = timeline.local(from);
      long toLocal = timeline.local(to) + DAY_SECONDS;
      rules.forEach(rule -> walks.add(rule.between(fromLocal, toLocal)));
      exceptionRules.forEach(rule -> exceptions.add(rule.between(fromLocal, toLocal)));
      this.heads = new long[walks.size()];
      this.exceptionHeads = new long[exceptions.size()];
      this.laterDates = dates.tailMap(from, true).keySet().iterator();
      this.nextStart = start >= from ? start : RuleSequence.END;
    }

    /** The next instance's moment, or {@link RuleSequence#END}. */
    long next(StepBudget budget) {
      begin(budget);
      while (true) {
        budget.step();
        long next = Math.min(nextStart, nextDate);
        for (long head : heads) {
          next = Math.min(next, head);
        }
        if (next == RuleSequence.END) {
          return next;
        }
        advance(next, budget);
        if (!excluded.contains(next) && !excepted(next, budget)) {
          return next;
        }
      }
    }

    private void begin(StepBudget budget) {
      if (!begun) {
        begun = true;
        for (int i = 0; i < heads.length; i++) {
          heads[i] = walks.get(i).next(budget);
        }
        for (int i = 0; i < exceptionHeads.length; i++) {
          exceptionHeads[i] = exceptions.get(i).next(budget);
        }
        advanceDate();
      }
    }

    private void advanceDate() {
      nextDate = laterDates.hasNext() ? laterDates.next() : RuleSequence.END;
    }

    private void advance(long moment, StepBudget budget) {
      if (nextStart == moment) {
        nextStart = RuleSequence.END;
      }
      if (nextDate == moment) {
        advanceDate();
      }
      for (int i = 0; i < heads.length; i++) {
        if (heads[i] == moment) {
          heads[i] = walks.get(i).next(budget);
        }
      }
    }

    private boolean excepted(long moment, StepBudget budget) {
      for (int i = 0; i < exceptionHeads.length; i++) {
        while (exceptionHeads[i] < moment) {
          exceptionHeads[i] = exceptions.get(i).next(budget);
        }
        if (exceptionHeads[i] == moment) {
          return true;
        }
      }
      return false;
    }
  }
}
