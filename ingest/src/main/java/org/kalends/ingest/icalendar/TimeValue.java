package org.kalends.ingest.icalendar;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.kalends.schemas.avro.CalendarTime;
import org.kalends.schemas.avro.TimeForm;

/**
 * DATE and DATE-TIME values (RFC 5545 §3.3.4, §3.3.5). The value itself tells its form: eight
 * digits are a DATE, a {@code Z} is UTC, and only then TZID decides between zoned and floating.
 */
final class TimeValue {
  static final String RULE =
      "RFC 5545 3.3.4, 3.3.5: a DATE is YYYYMMDD, a DATE-TIME YYYYMMDD\"T\"HHMMSS[\"Z\"]";

  private static final int DATE_DIGITS = 8;
  private static final int MINUTE_DIGITS = 4;
  private static final int SECOND_DIGITS = 6;

  private TimeValue() {}

  /**
   * The time of a property's value, or of one item of its list.
   *
   * @param zones finds the zone that TZID names
   */
  static CalendarTime parse(ContentLine property, String item, EventZones zones, Notes notes)
      throws PropertyFault {
    String compact = compact(property, item, notes);
    int t = compact.indexOf('T');
    LocalDate date = date(property, item, t < 0 ? compact : compact.substring(0, t));
    String tzid = property.parameter("TZID");
    if (t < 0) {
      noteDate(property, tzid, notes);
      return new CalendarTime(TimeForm.DATE, seconds(date.atStartOfDay()), null);
    }
    if ("DATE".equals(property.keyword("VALUE"))) {
      notes.add(property, Tolerance.TIME_WITH_VALUE_DATE);
    }
    boolean utc = compact.endsWith("Z");
    String clock = compact.substring(t + 1, compact.length() - (utc ? 1 : 0));
    long local = seconds(dateTime(property, item, date, clock, notes));
    if (utc) {
      if (tzid != null && !ZoneNames.isUtc(tzid)) {
        notes.add(property, Tolerance.UTC_WITH_TZID);
      }
      return new CalendarTime(TimeForm.UTC, local, null);
    }
    if (tzid == null) {
      return new CalendarTime(TimeForm.FLOATING, local, null);
    }
    return ZoneNames.isUtc(tzid)
        ? new CalendarTime(TimeForm.UTC, local, null)
        : new CalendarTime(TimeForm.ZONED, local, zones.resolve(property, tzid));
  }

  /**
   * A local time of a time zone definition: seconds as in {@link CalendarTime}, whatever form it is
   * written in.
   */
  static long parseLocal(ContentLine property, String item, Notes notes) throws PropertyFault {
    String compact = compact(property, item, notes);
    int t = compact.indexOf('T');
    LocalDate date = date(property, item, t < 0 ? compact : compact.substring(0, t));
    if (t < 0) {
      return seconds(date.atStartOfDay());
    }
    boolean utc = compact.endsWith("Z");
    String clock = compact.substring(t + 1, compact.length() - (utc ? 1 : 0));
    return seconds(dateTime(property, item, date, clock, notes));
  }

  /** A moment in UTC, as epoch milliseconds; one without Z counts as UTC all the same. */
  static long parseStampMillis(ContentLine property, Notes notes) throws PropertyFault {
    String value = property.value().strip();
    if (!value.endsWith("Z") && !value.endsWith("z")) {
      notes.add(property, Tolerance.STAMP_NOT_UTC);
    }
    return Duration.ofSeconds(parseLocal(property, value, notes)).toMillis();
  }

  /** Without what is ignored: {@code 2026-06-01t09:00:00z} is {@code 20260601T090000Z}. */
  private static String compact(ContentLine property, String item, Notes notes) {
    String stripped = item.strip();
    boolean extended = stripped.length() > 4 && stripped.charAt(4) == '-';
    StringBuilder compact = new StringBuilder(stripped.length());
    for (int i = 0; i < stripped.length(); i++) {
      char c = stripped.charAt(i);
      if (c == 't' || c == 'z') {
        compact.append((char) (c - ('a' - 'A')));
      } else if (!extended || c != '-' && c != ':') {
        compact.append(c);
      }
    }
    String result = compact.toString();
    if (!result.equals(stripped)) {
      notes.add(property, Tolerance.EXTENDED_TIME);
    }
    return result;
  }

  private static void noteDate(ContentLine property, @Nullable String tzid, Notes notes) {
    if (tzid != null) {
      notes.add(property, Tolerance.DATE_WITH_TZID);
    } else if (!"DATE".equals(property.keyword("VALUE"))) {
      notes.add(property, Tolerance.DATE_WITHOUT_VALUE_DATE);
    }
  }

  private static LocalDate date(ContentLine property, String item, String digits)
      throws PropertyFault {
    if (digits.length() != DATE_DIGITS || !isDigits(digits)) {
      throw notATime(property, item);
    }
    try {
      return LocalDate.of(number(digits, 0, 4), number(digits, 4, 6), number(digits, 6, 8));
    } catch (DateTimeException e) {
      throw notATime(property, item);
    }
  }

  private static LocalDateTime dateTime(
      ContentLine property, String item, LocalDate date, String clock, Notes notes)
      throws PropertyFault {
    boolean withoutSeconds = clock.length() == MINUTE_DIGITS;
    if (clock.length() != SECOND_DIGITS && !withoutSeconds || !isDigits(clock)) {
      throw notATime(property, item);
    }
    if (withoutSeconds) {
      notes.add(property, Tolerance.TIME_WITHOUT_SECONDS);
    }
    int hour = number(clock, 0, 2);
    int minute = number(clock, 2, 4);
    int second = withoutSeconds ? 0 : number(clock, 4, 6);
    if (second == 60) {
      notes.add(property, Tolerance.LEAP_SECOND);
      second = 59;
    }
    if (hour == 24 && minute == 0 && second == 0) {
      notes.add(property, Tolerance.MIDNIGHT_24);
      return date.plusDays(1).atStartOfDay();
    }
    try {
      return LocalDateTime.of(date, LocalTime.of(hour, minute, second));
    } catch (DateTimeException e) {
      throw notATime(property, item);
    }
  }

  private static boolean isDigits(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }

  private static int number(String digits, int from, int to) {
    return Integer.parseInt(digits, from, to, 10);
  }

  private static long seconds(LocalDateTime time) {
    return time.toEpochSecond(ZoneOffset.UTC);
  }

  private static PropertyFault notATime(ContentLine property, String item) {
    return PropertyFault.broken(
        property,
        "The value is no date or time; property=" + property.name() + " value=" + item.strip(),
        RULE);
  }
}
