package org.kalends.indexer.recurrence;

import java.time.ZoneOffset;
import org.kalends.indexer.rule.RuleSequence;
import org.kalends.indexer.rule.Steps;
import org.kalends.schemas.event.InvalidEventException;
import org.kalends.schemas.event.RecurrenceRule;
import org.kalends.schemas.event.RecurrenceRule.Until;

/**
 * A rule of a component from its DTSTART, with its COUNT and UNTIL, as moments in order. The start
 * is the first instance, and counts, also where the rule does not meet it (RFC 5545 §3.8.5.3).
 * Immutable.
 */
final class BoundedRule {
  private static final int SECONDS_A_DAY = 86_400;

  private final RuleSequence sequence;
  private final Timeline timeline;
  private final long startLocal;
  private final int count;
  private final long lastLocal;
  private final long lastMoment;
  private final boolean endless;

  private BoundedRule(RecurrenceRule rule, Timeline timeline, long startLocal) {
    this.sequence = new RuleSequence(rule, startLocal);
    this.timeline = timeline;
    this.startLocal = startLocal;
    this.count = rule.count();
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

  static BoundedRule of(String rule, Timeline timeline, long startLocal)
      throws InvalidEventException {
    return new BoundedRule(RecurrenceRule.parse(rule), timeline, startLocal);
  }

  boolean endless() {
    return endless;
  }

  /**
   * Walks through the moments from this local time on, the start's excluded.
   *
   * <p>A counted rule is walked from its start, since excluded instances count.
   */
  Walk from(long local) {
    return new Walk(local);
  }

  /** Moments of the rule behind the start, in order of their local times. One thread. */
  final class Walk {
    private final RuleSequence.Walk walk;
    private final long fromLocal;
    private long left;

    private Walk(long fromLocal) {
      this.fromLocal = fromLocal;
      this.walk = sequence.from(count == 0 ? fromLocal : startLocal);
      this.left = count == 0 ? Long.MAX_VALUE : count - 1L;
    }

    /** The next moment, or {@link RuleSequence#END}. */
    long next(Steps steps) {
      while (left > 0) {
        long local = walk.next(steps);
        if (local == RuleSequence.END || local > lastLocal) {
          left = 0;
          return RuleSequence.END;
        }
        if (local == startLocal) {
          continue;
        }
        left--;
        if (count != 0) {
          steps.step();
        }
        if (local >= fromLocal) {
          long moment = timeline.moment(local);
          if (moment > lastMoment) {
            left = 0;
            return RuleSequence.END;
          }
          return moment;
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
      return timeline.moment(lastLocal);
    }
    if (endless) {
      return RuleSequence.END;
    }
    try {
      Walk all = from(startLocal);
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
