package org.kalends.indexer.recurrence;

import java.time.ZoneOffset;
import java.util.PriorityQueue;
import org.kalends.indexer.rule.RuleSequence;
import org.kalends.indexer.rule.StepBudget;
import org.kalends.indexer.rule.StepBudgetExceededException;
import org.kalends.schemas.event.InvalidEventException;
import org.kalends.schemas.event.RecurrenceRule;
import org.kalends.schemas.event.RecurrenceRule.Until;

/**
 * A rule of a component from its DTSTART, with its COUNT and UNTIL, as moments in order. The start
 * is the first instance, and counts, also where the rule does not meet it (RFC 5545 §3.8.5.3);
 * unless EXDATE takes out a start that the rule does not meet, which then was only an anchor.
 * Immutable.
 */
final class BoundedRule {
  private static final int SECONDS_A_DAY = 86_400;

  /** More than the search for the start, in the one or two periods around it, can take. */
  private static final long START_STEPS = 10;

  private final RuleSequence sequence;
  private final Timeline timeline;
  private final long startLocal;
  private final int count;
  private final int countBehindStart;
  private final long lastLocal;
  private final long lastMoment;
  private final boolean endless;

  private BoundedRule(
      RecurrenceRule rule, Timeline timeline, long startLocal, boolean startExcluded) {
    this.sequence = new RuleSequence(rule, startLocal);
    this.timeline = timeline;
    this.startLocal = startLocal;
    this.count = rule.count();
    this.countBehindStart = startExcluded && !meetsStart() ? count : count - 1;
    this.endless = rule.isEndless();
    Until until = rule.until();
    long until0 = until == null ? Long.MAX_VALUE : until.time().toEpochSecond(ZoneOffset.UTC);
    boolean byInstant =
        until != null && until.form() == RecurrenceRule.UntilForm.UTC && timeline.fixed();
    this.lastMoment = byInstant ? until0 : Long.MAX_VALUE;
    boolean wholeDay =
        until != null && (until.form() == RecurrenceRule.UntilForm.DATE || timeline.allDay());
    this.lastLocal =
        until == null || byInstant
            ? Long.MAX_VALUE
            : wholeDay
                ? Math.floorDiv(until0, SECONDS_A_DAY) * SECONDS_A_DAY + SECONDS_A_DAY - 1
                : until0;
  }

  /**
   * Compiles a rule.
   *
   * @param startExcluded whether EXDATE names the start
   */
  static BoundedRule of(String rule, Timeline timeline, long startLocal, boolean startExcluded)
      throws InvalidEventException {
    RecurrenceRule parsed = RecurrenceRule.parse(rule);
    return new BoundedRule(
        timeline.allDay() ? parsed.ofDates() : parsed, timeline, startLocal, startExcluded);
  }

  /** Whether the rule's own set has the start, which is an instance in any case. */
  boolean meetsStart() {
    return sequence.between(startLocal, startLocal + 1).next(new StepBudget(START_STEPS))
        == startLocal;
  }

  /**
   * Walks through the moments of a local range, the start's excluded.
   *
   * <p>A counted rule is walked from its start, since excluded instances count.
   *
   * @param to exclusive: the walk searches no further, though its last moments may lie behind it
   */
  Walk between(long from, long to) {
    return new Walk(from, Math.min(to, lastLocal == Long.MAX_VALUE ? to : lastLocal + 1));
  }

  /**
   * Moments of the rule behind the start, in order, each once: what a gap shifts is held back until
   * its turn comes. One thread.
   */
  final class Walk {
    private final RuleSequence.Walk walk;
    private final long fromLocal;
    private final PriorityQueue<Long> shifted = new PriorityQueue<>();
    private long left;
    private long ahead = Long.MIN_VALUE;
    private long before = Long.MIN_VALUE;

    private Walk(long fromLocal, long toLocal) {
      this.fromLocal = fromLocal;
      this.walk = sequence.between(count == 0 ? fromLocal : startLocal, toLocal);
      this.left = count == 0 ? Long.MAX_VALUE : countBehindStart;
    }

    /** The next moment, or {@link RuleSequence#END}. */
    long next(StepBudget budget) {
      while (true) {
        while (ahead == Long.MIN_VALUE) {
          long local = nextLocal(budget);
          long moment = local == RuleSequence.END ? local : timeline.moment(local);
          if (moment != RuleSequence.END && timeline.local(moment) != local) {
            shifted.add(moment);
          } else {
            ahead = moment;
          }
        }
        long next = ahead;
        if (!shifted.isEmpty() && shifted.peek() <= next) {
          next = shifted.remove();
        } else if (next != RuleSequence.END) {
          ahead = Long.MIN_VALUE;
        }
        if (next == RuleSequence.END || next > lastMoment) {
          return RuleSequence.END;
        }
        if (next > before) {
          before = next;
          return next;
        }
      }
    }

    private long nextLocal(StepBudget budget) {
      while (left > 0) {
        long local = walk.next(budget);
        if (local == RuleSequence.END || local > lastLocal) {
          left = 0;
          return RuleSequence.END;
        }
        if (local == startLocal) {
          continue;
        }
        left--;
        if (count != 0) {
          budget.step();
        }
        if (local >= fromLocal) {
          return local;
        }
      }
      return RuleSequence.END;
    }
  }

  /**
   * A moment behind which the rule has none: UNTIL, or the last of COUNT; {@link RuleSequence#END}
   * when there is none or it takes more than the steps to find.
   */
  long lastBound(StepBudget budget) {
    if (lastMoment != Long.MAX_VALUE) {
      return lastMoment;
    }
    if (lastLocal != Long.MAX_VALUE) {
      return timeline.lastMomentUntil(lastLocal);
    }
    if (endless) {
      return RuleSequence.END;
    }
    try {
      Walk all = between(startLocal, RuleSequence.END);
      long last = timeline.moment(startLocal);
      for (long next = all.next(budget); next != RuleSequence.END; next = all.next(budget)) {
        last = Math.max(last, next);
      }
      return last;
    } catch (StepBudgetExceededException e) {
      return RuleSequence.END;
    }
  }
}
