package org.kalends.indexer.recurrence;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.kalends.indexer.zone.WallClock;
import org.kalends.indexer.zone.ZoneResolver;
import org.kalends.schemas.avro.CalendarTime;
import org.kalends.schemas.avro.EventDuration;
import org.kalends.schemas.avro.TimeForm;
import org.kalends.schemas.event.InvalidEventException;

/**
 * How long an instance lasts: nominal days by the wall clock, then exact seconds (RFC 5545 §3.3.6).
 *
 * @param days nominal
 * @param seconds exact
 */
record Length(long days, long seconds) {
  private static final int SECONDS_A_DAY = 86_400;
  private static final Length NONE = new Length(0, 0);
  private static final Length DAY = new Length(1, 0);

  /**
   * The length of an instance with this start and DTEND or DURATION: a DTEND gives the exact time
   * between, for dates the days; without either a date lasts its day and a date-time no time
   * (§3.6.1).
   */
  static Length of(
      CalendarTime start,
      @Nullable CalendarTime end,
      @Nullable EventDuration duration,
      ZoneResolver zones)
      throws InvalidEventException {
    if (duration != null) {
      return new Length(duration.getDays(), duration.getSeconds());
    }
    boolean allDay = start.getForm() == TimeForm.DATE;
    if (end == null) {
      return allDay ? DAY : NONE;
    }
    if (allDay) {
      long days = Math.floorDiv(end.getLocal() - start.getLocal(), SECONDS_A_DAY);
      // a DTEND on the start's day is read as the whole day
      return days <= 0 ? DAY : new Length(days, 0);
    }
    long seconds =
        WallClock.instant(zones.rules(end, "DTEND"), end.getLocal())
            - WallClock.instant(zones.rules(start, "DTSTART"), start.getLocal());
    if (seconds < 0 && isOneWallClock(start, end) && end.getLocal() >= start.getLocal()) {
      // the start lies in a gap and is shifted behind the end
      return NONE;
    }
    if (seconds < 0) {
      throw InvalidEventException.broken(
          "The event ends before it starts; seconds=" + seconds,
          "DTEND",
          "RFC 5545 3.8.2.2: DTEND is later than DTSTART");
    }
    return new Length(0, seconds);
  }

  private static boolean isOneWallClock(CalendarTime start, CalendarTime end) {
    return start.getForm() == end.getForm() && Objects.equals(start.getZone(), end.getZone());
  }

  /** The moment of the end of an instance that starts at this moment. */
  long endOf(long moment, Timeline timeline) {
    if (days == 0) {
      return moment + seconds;
    }
    return timeline.moment(timeline.local(moment) + days * SECONDS_A_DAY) + seconds;
  }

  /** No instance lasts longer, whatever the zone does. */
  long atMostSeconds() {
    return (days + (days == 0 ? 0 : 1)) * SECONDS_A_DAY + seconds;
  }
}
