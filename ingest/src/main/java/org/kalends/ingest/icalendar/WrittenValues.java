package org.kalends.ingest.icalendar;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.kalends.schemas.avro.CalendarTime;
import org.kalends.schemas.avro.EventDuration;

/** The values of RFC 5545 §3.3 as they are written. */
final class WrittenValues {
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("uuuuMMdd", Locale.ROOT);
  private static final DateTimeFormatter DATE_TIME =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss", Locale.ROOT);

  private WrittenValues() {}

  static String time(CalendarTime time) {
    return switch (time.getForm()) {
      case DATE -> DATE.format(local(time.getLocal()));
      case UTC -> localDateTime(time.getLocal()) + "Z";
      case FLOATING, ZONED -> localDateTime(time.getLocal());
    };
  }

  static String utc(long epochMillis) {
    LocalDateTime time = LocalDateTime.ofInstant(Instant.ofEpochMilli(epochMillis), ZoneOffset.UTC);
    return DATE_TIME.format(time) + "Z";
  }

  /** Seconds as in {@link CalendarTime}. */
  static String localDateTime(long seconds) {
    return DATE_TIME.format(local(seconds));
  }

  private static LocalDateTime local(long seconds) {
    return LocalDateTime.ofEpochSecond(seconds, 0, ZoneOffset.UTC);
  }

  static String duration(EventDuration duration) {
    long days = duration.getDays();
    long seconds = duration.getSeconds();
    String sign = days < 0 || seconds < 0 ? "-" : "";
    String date = days == 0 ? "" : Math.abs(days) + "D";
    String time = seconds == 0 && days != 0 ? "" : "T" + Math.abs(seconds) + "S";
    return sign + "P" + date + time;
  }

  static String offset(int seconds) {
    int east = Math.abs(seconds);
    String minutes =
        String.format(
            Locale.ROOT, "%s%02d%02d", seconds < 0 ? "-" : "+", east / 3600, east / 60 % 60);
    return east % 60 == 0 ? minutes : minutes + String.format(Locale.ROOT, "%02d", east % 60);
  }
}
