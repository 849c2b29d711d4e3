package org.kalends.ingest.icalendar;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.kalends.schemas.avro.CalendarTime;
import org.kalends.schemas.avro.TimeForm;

/** The instants that times mean, as far as the tz database alone can tell. */
final class Instants {
  private Instants() {}

  /** Epoch seconds; null for a date, a floating time and a zone that the text defines. */
  static @Nullable Long epochSecond(CalendarTime time) {
    if (time.getForm() == TimeForm.UTC) {
      return time.getLocal();
    }
    if (time.getForm() != TimeForm.ZONED) {
      return null;
    }
    try {
      LocalDateTime local = LocalDateTime.ofEpochSecond(time.getLocal(), 0, ZoneOffset.UTC);
      return local.atZone(ZoneId.of(time.getZone())).toEpochSecond();
    } catch (DateTimeException definedByTheText) {
      return null;
    }
  }
}
