package org.kalends.indexer.recurrence;

import java.util.HashSet;
import java.util.Set;
import org.kalends.indexer.zone.WallClock;
import org.kalends.indexer.zone.ZoneResolver;
import org.kalends.schemas.avro.CalendarTime;
import org.kalends.schemas.avro.TimeForm;
import org.kalends.schemas.event.InvalidEventException;

/**
 * A set of instances that EXDATE or RECURRENCE-ID name. Zoned and UTC forms meet as instants; a
 * date on a timed series means every instance of that local day; a date-time on an all-day series
 * means its date.
 */
final class Moments {
  private static final int SECONDS_A_DAY = 86_400;

  private final Timeline timeline;
  private final Set<Long> moments = new HashSet<>();
  private final Set<Long> days = new HashSet<>();

  Moments(Timeline timeline) {
    this.timeline = timeline;
  }

  void add(CalendarTime time, ZoneResolver zones, String property) throws InvalidEventException {
    if (time.getForm() == TimeForm.DATE && !timeline.allDay()) {
      days.add(Math.floorDiv(time.getLocal(), SECONDS_A_DAY));
    } else {
      moments.add(of(time, timeline, zones, property));
    }
  }

  boolean contains(long moment) {
    return moments.contains(moment)
        || !days.isEmpty()
            && days.contains(Math.floorDiv(timeline.local(moment), (long) SECONDS_A_DAY));
  }

  /** The moment of a series that a time names. */
  static long of(CalendarTime time, Timeline timeline, ZoneResolver zones, String property)
      throws InvalidEventException {
    if (timeline.allDay()) {
      return Math.floorDiv(time.getLocal(), SECONDS_A_DAY) * SECONDS_A_DAY;
    }
    return switch (time.getForm()) {
      case DATE, FLOATING -> timeline.moment(time.getLocal());
      case UTC, ZONED -> {
        long instant = WallClock.instant(zones.rules(time, property), time.getLocal());
        yield timeline.fixed() ? instant : time.getLocal();
      }
    };
  }
}
