package org.kalends.query.http;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.kalends.schemas.avro.CalendarTime;
import org.kalends.schemas.avro.TimeForm;

/** Times as answers write them: RFC 3339's forms, with the zone only where it is UTC. */
final class TimeText {
  private TimeText() {}

  /** A date, a UTC time with {@code Z}, or a local time. */
  static String of(CalendarTime time) {
    LocalDateTime local = LocalDateTime.ofEpochSecond(time.getLocal(), 0, ZoneOffset.UTC);
    StringBuilder text = new StringBuilder(20);
    appendDate(text, local);
    if (time.getForm() != TimeForm.DATE) {
      appendTime(text, local);
      if (time.getForm() == TimeForm.UTC) {
        text.append('Z');
      }
    }
    return text.toString();
  }

  /** UTC; whole seconds are written without a fraction. */
  static String ofMillis(long epochMillis) {
    return Instant.ofEpochMilli(epochMillis).toString();
  }

  private static void appendDate(StringBuilder text, LocalDateTime local) {
    int year = local.getYear();
    two(text, year / 100);
    two(text, year % 100);
    text.append('-');
    two(text, local.getMonthValue());
    text.append('-');
    two(text, local.getDayOfMonth());
  }

  private static void appendTime(StringBuilder text, LocalDateTime local) {
    text.append('T');
    two(text, local.getHour());
    text.append(':');
    two(text, local.getMinute());
    text.append(':');
    two(text, local.getSecond());
  }

  private static void two(StringBuilder text, int number) {
    if (number < 10) {
      text.append('0');
    }
    text.append(number);
  }
}
