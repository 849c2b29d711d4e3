package org.kalends.indexer.zone;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.kalends.indexer.rule.RuleSequence;
import org.kalends.indexer.rule.StepBudget;
import org.kalends.indexer.rule.StepBudgetExceededException;
import org.kalends.schemas.avro.Observance;
import org.kalends.schemas.avro.ZoneDefinition;
import org.kalends.schemas.event.InvalidEventException;
import org.kalends.schemas.event.RecurrenceRule;

/**
 * Makes rules of a VTIMEZONE (RFC 5545 §3.6.5): each observance's onsets until {@value #LAST_YEAR},
 * in order; from the last on nothing changes any more.
 */
final class CompiledZone {
  /** The year to which endless observances are followed. */
  static final int LAST_YEAR = 2200;

  /** Onsets of one definition. */
  static final int MAX_ONSETS = 20_000;

  /** Steps of the search for the onsets of one definition; its rules may match seldom or never. */
  static final int MAX_STEPS = 1_000_000;

  private static final long LAST_SECOND =
      LocalDateTime.of(LAST_YEAR, 12, 31, 23, 59).toEpochSecond(ZoneOffset.UTC);
  private static final String RFC = "RFC 5545 3.6.5: VTIMEZONE";

  /** The instant at which an offset begins. */
  private record Onset(long epochSecond, int offset, int offsetBefore) {}

  private final String tzid;
  private final StepBudget budget = new StepBudget(MAX_STEPS);
  private final List<Onset> onsets = new ArrayList<>();

  private CompiledZone(String tzid) {
    this.tzid = tzid;
  }

  /**
   * Compiles a definition.
   *
   * @throws InvalidEventException naming the TZID when the definition is not valid, or has too many
   *     onsets or too long a way to them
   */
  static ZoneRules of(ZoneDefinition definition) throws InvalidEventException {
    CompiledZone zone = new CompiledZone(definition.getTzid());
    try {
      for (Observance observance : definition.getObservances()) {
        zone.addOnsets(observance);
      }
    } catch (StepBudgetExceededException e) {
      throw InvalidEventException.limit(
          "The rules of a time zone's definition take too many steps to follow; tzid=" + zone.tzid,
          "VTIMEZONE",
          "steps to a VTIMEZONE's onsets ≤ " + MAX_STEPS);
    }
    return zone.rules();
  }

  private ZoneRules rules() throws InvalidEventException {
    if (onsets.isEmpty()) {
      throw InvalidEventException.broken(
          "The definition of a time zone has no observance; tzid=" + tzid, "VTIMEZONE", RFC);
    }
    onsets.sort(Comparator.comparingLong(Onset::epochSecond));
    ZoneOffset first = offset(onsets.getFirst().offsetBefore());
    List<ZoneOffsetTransition> transitions = new ArrayList<>();
    ZoneOffset before = first;
    for (Onset onset : onsets) {
      ZoneOffset after = offset(onset.offset());
      if (!after.equals(before)) {
        LocalDateTime local = LocalDateTime.ofEpochSecond(onset.epochSecond(), 0, before);
        transitions.add(ZoneOffsetTransition.of(local, before, after));
        before = after;
      }
    }
    return ZoneRules.of(first, first, List.of(), inOrder(transitions), List.of());
  }

  /** Two onsets at one instant are one step from the first's offset to the last's. */
  private static List<ZoneOffsetTransition> inOrder(List<ZoneOffsetTransition> transitions) {
    List<ZoneOffsetTransition> ordered = new ArrayList<>();
    for (ZoneOffsetTransition next : transitions) {
      if (ordered.isEmpty() || ordered.getLast().toEpochSecond() < next.toEpochSecond()) {
        ordered.add(next);
      }
    }
    return ordered;
  }

  private void addOnsets(Observance observance) throws InvalidEventException {
    add(observance, observance.getStart());
    for (long date : observance.getDates()) {
      add(observance, date);
    }
    for (String text : observance.getRules()) {
      RecurrenceRule rule = RecurrenceRule.parse(text);
      long last = Math.min(LAST_SECOND, until(rule, observance));
      RuleSequence.Walk walk =
          new RuleSequence(rule, observance.getStart()).between(observance.getStart(), last + 1);
      int left = rule.count() == 0 ? Integer.MAX_VALUE : rule.count();
      for (long next = walk.next(budget); next <= last && left > 0; next = walk.next(budget)) {
        add(observance, next);
        left--;
      }
    }
  }

  /** UNTIL is a UTC time here (§3.6.5); others are read by the offset before as well. */
  private static long until(RecurrenceRule rule, Observance observance) {
    RecurrenceRule.Until until = rule.until();
    if (until == null) {
      return Long.MAX_VALUE;
    }
    long second = until.time().toEpochSecond(ZoneOffset.UTC);
    return switch (until.form()) {
      case UTC -> second + observance.getOffsetFrom();
      case LOCAL -> second;
      case DATE -> second + 86_399;
    };
  }

  private void add(Observance observance, long local) throws InvalidEventException {
    if (onsets.size() == MAX_ONSETS) {
      throw InvalidEventException.limit(
          "The definition of a time zone changes too often; tzid=" + tzid,
          "VTIMEZONE",
          "onsets of a VTIMEZONE ≤ " + MAX_ONSETS);
    }
    onsets.add(
        new Onset(
            local - observance.getOffsetFrom(),
            observance.getOffsetTo(),
            observance.getOffsetFrom()));
  }

  private static ZoneOffset offset(int seconds) throws InvalidEventException {
    try {
      return ZoneOffset.ofTotalSeconds(seconds);
    } catch (java.time.DateTimeException e) {
      throw InvalidEventException.broken(
          "A zone's offset is beyond 18 hours; seconds=" + seconds, "TZOFFSETTO", RFC);
    }
  }
}
