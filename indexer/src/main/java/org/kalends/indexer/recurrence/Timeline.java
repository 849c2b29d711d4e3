package org.kalends.indexer.recurrence;

import java.time.Instant;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import org.kalends.indexer.zone.WallClock;
import org.kalends.indexer.zone.ZoneResolver;
import org.kalends.schemas.avro.CalendarTime;
import org.kalends.schemas.avro.TimeForm;
import org.kalends.schemas.event.InvalidEventException;

/**
 * How a component's wall clock is read. Its <em>moments</em> are instants (epoch seconds) where it
 * has a zone or is in UTC, and local seconds where it is all-day or floating: two moments of one
 * component are the same exactly when they are equal numbers.
 *
 * @param form of the component's start
 * @param rules of its zone; UTC's when it has none, so that moments are local seconds
 */
record Timeline(TimeForm form, ZoneRules rules) {
  static Timeline of(CalendarTime start, ZoneResolver zones) throws InvalidEventException {
    return new Timeline(start.getForm(), zones.rules(start, "DTSTART"));
  }

  boolean allDay() {
    return form == TimeForm.DATE;
  }

  /** Whether moments are instants. */
  boolean fixed() {
    return form == TimeForm.UTC || form == TimeForm.ZONED;
  }

  /**
   * The moment of a wall-clock time; one in a gap is shifted by its length, of two in an overlap it
   * is the first.
   */
  long moment(long local) {
    return WallClock.instant(rules, local);
  }

  /**
   * A moment that is not before that of any wall-clock time until this one: what a gap shifts can
   * come to lie behind a later time.
   */
  long lastMomentUntil(long local) {
    long moment = moment(local);
    if (rules.isFixedOffset()) {
      return moment;
    }
    ZoneOffsetTransition step = rules.previousTransition(Instant.ofEpochSecond(moment + 1));
    return step == null || step.isOverlap()
        ? moment
        : Math.max(moment, step.toEpochSecond() + step.getDuration().toSeconds() - 1);
  }

  /** The wall-clock time of a moment. */
  long local(long moment) {
    return fixed() ? WallClock.local(rules, moment) : moment;
  }

  /** A moment as answers tell it: in UTC, or by the wall clock. */
  CalendarTime told(long moment) {
    return new CalendarTime(fixed() ? TimeForm.UTC : form, moment, null);
  }
}
