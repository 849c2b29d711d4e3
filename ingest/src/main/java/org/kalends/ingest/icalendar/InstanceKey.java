package org.kalends.ingest.icalendar;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneRulesException;
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
    String zone = time.getZone();
    if (zone == null) {
      return new InstanceKey(time.getLocal(), time.getForm(), "", future);
    }
    try {
      LocalDateTime local = LocalDateTime.ofEpochSecond(time.getLocal(), 0, ZoneOffset.UTC);
      long instant = local.atZone(ZoneId.of(zone)).toEpochSecond();
      return new InstanceKey(instant, TimeForm.UTC, "", future);
    } catch (ZoneRulesException definedByTheText) {
      return new InstanceKey(time.getLocal(), time.getForm(), zone, future);
    }
  }

  @Override
  public int compareTo(InstanceKey other) {
    return ORDER.compare(this, other);
  }
}
