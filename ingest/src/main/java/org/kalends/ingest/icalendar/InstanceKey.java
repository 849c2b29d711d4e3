package org.kalends.ingest.icalendar;

import java.util.Comparator;
import org.kalends.schemas.avro.CalendarTime;
import org.kalends.schemas.avro.EventOverride;
import org.kalends.schemas.avro.TimeForm;

/**
 * Which instance an override stands for, in the order of instances: UTC and zoned forms of one
 * instant are the same, as far as the tz database knows the zone.
 */
record InstanceKey(long seconds, TimeForm form, String zone, boolean thisAndFuture)
    implements Comparable<InstanceKey> {
  private static final Comparator<InstanceKey> ORDER =
      Comparator.comparingLong(InstanceKey::seconds)
          .thenComparing(InstanceKey::form)
          .thenComparing(InstanceKey::zone)
          .thenComparing(InstanceKey::thisAndFuture);

  static InstanceKey of(EventOverride override) {
    CalendarTime time = override.getRecurrenceId();
    boolean future = override.getThisAndFuture();
    Long instant = Instants.epochSecond(time);
    String zone = time.getZone() == null ? "" : time.getZone();
    return instant == null
        ? new InstanceKey(time.getLocal(), time.getForm(), zone, future)
        : new InstanceKey(instant, TimeForm.UTC, "", future);
  }

  @Override
  public int compareTo(InstanceKey other) {
    return ORDER.compare(this, other);
  }
}
