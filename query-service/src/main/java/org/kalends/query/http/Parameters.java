package org.kalends.query.http;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.kalends.query.read.Window;
import org.kalends.schemas.AttendeeAddress;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;
import org.kalends.schemas.TimeRange;
import org.kalends.schemas.event.EventLimits;
import org.kalends.schemas.http.Exchange;
import org.kalends.schemas.http.ProblemException;
import org.kalends.schemas.http.ProblemType;

/** Reads what requests are made of; each fault is a {@link ProblemException} that names it. */
final class Parameters {
  static final String FROM = "from";
  static final String TO = "to";
  static final String ZONE = "zone";
  static final String LIMIT = "limit";
  static final String CURSOR = "cursor";

  /** What the answer was read at, where the body does not say it. */
  static final String POSITION_HEADER = "Kalends-Position";

  private static final int DATE_LENGTH = "2026-03-02".length();
  private static final Instant LAST =
      LocalDate.of(EventLimits.MAX_YEAR, 12, 31)
          .atStartOfDay(ZoneOffset.UTC)
          .plusDays(1)
          .toInstant();

  private Parameters() {}

  static CalendarId calendar(Exchange exchange) {
    return id(exchange.pathParameter("calendar"), CalendarId::new);
  }

  static EventUid uid(Exchange exchange) {
    return id(exchange.pathParameter("uid"), EventUid::new);
  }

  static CalendarId calendar(String text) {
    return id(text, CalendarId::new);
  }

  static AttendeeAddress attendee(String text) {
    return id(text, AttendeeAddress::of);
  }

  private static <T> T id(String text, Function<String, T> reading) {
    try {
      return reading.apply(text);
    } catch (IllegalArgumentException e) {
      throw new ProblemException(ProblemType.INVALID_REQUEST, String.valueOf(e.getMessage()));
    }
  }

  static Window window(Exchange exchange) {
    return window(
        exchange.queryParameter(FROM),
        exchange.queryParameter(TO),
        zone(exchange.queryParameter(ZONE)));
  }

  /**
   * @param from as handed in; one that is missing is a fault
   */
  static Window window(@Nullable String from, @Nullable String to, ZoneId zone) {
    if (from == null || to == null) {
      throw new ProblemException(
          ProblemType.INVALID_REQUEST,
          "The query needs a time range: from and to; missing="
              + (from == null ? FROM : "")
              + (from == null && to == null ? "," : "")
              + (to == null ? TO : ""));
    }
    return between(instant(FROM, from, zone), instant(TO, to, zone), zone);
  }

  static Window between(Instant from, Instant to, ZoneId zone) {
    try {
      return new Window(new TimeRange(from, to), zone);
    } catch (IllegalArgumentException e) {
      throw new ProblemException(ProblemType.INVALID_TIME_RANGE, String.valueOf(e.getMessage()));
    }
  }

  /** The first instant behind all times that an event may have. */
  static Instant last() {
    return LAST;
  }

  static ZoneId zone(@Nullable String id) {
    if (id == null) {
      return ZoneOffset.UTC;
    }
    try {
      return ZoneId.of(id);
    } catch (DateTimeException e) {
      throw new ProblemException(
          ProblemType.INVALID_ZONE,
          "The zone is not in the tz database: name one as Europe/Berlin; zone=" + id);
    }
  }

  /**
   * @param text RFC 3339 with an offset, or a date: its midnight in the zone
   * @return in whole milliseconds
   */
  static Instant instant(String name, String text, ZoneId zone) {
    Instant instant;
    try {
      instant =
          text.length() == DATE_LENGTH
              ? LocalDate.parse(text).atStartOfDay(zone).toInstant()
              : OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException e) {
      throw new ProblemException(
          ProblemType.INVALID_REQUEST,
          "The time is neither RFC 3339 with an offset nor a date (a + is sent as %2B); name="
              + name
              + " value="
              + text);
    }
    int year = instant.atOffset(ZoneOffset.UTC).getYear();
    if (instant.isAfter(LAST) || year < EventLimits.MIN_YEAR - 1) {
      throw new ProblemException(
          ProblemType.INVALID_TIME_RANGE,
          "Times lie in the years "
              + EventLimits.MIN_YEAR
              + " to "
              + EventLimits.MAX_YEAR
              + "; name="
              + name
              + " value="
              + text);
    }
    return instant.truncatedTo(ChronoUnit.MILLIS);
  }

  static int limit(Exchange exchange, QuerySettings settings) {
    String text = exchange.queryParameter(LIMIT);
    return text == null ? settings.defaultLimit() : count(LIMIT, text, settings.maxLimit());
  }

  /** A number from 1 to the most that may be asked for. */
  static int count(String name, String text, int most) {
    long count;
    try {
      count = Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw notACount(name, text, most);
    }
    if (count < 1) {
      throw notACount(name, text, most);
    }
    if (count > most) {
      throw new ProblemException(
          ProblemType.LIMIT_EXCEEDED,
          "More is asked for at once than may be: go on with the cursor in next; "
              + name
              + "="
              + text
              + " max="
              + most);
    }
    return (int) count;
  }

  private static ProblemException notACount(String name, String text, int most) {
    return new ProblemException(
        ProblemType.INVALID_REQUEST,
        "The parameter is a whole number from 1 to " + most + "; " + name + "=" + text);
  }

  static boolean flag(String name, @Nullable String text) {
    if (text == null || text.equals("false")) {
      return false;
    }
    if (text.equals("true")) {
      return true;
    }
    throw new ProblemException(
        ProblemType.INVALID_REQUEST, "The parameter is true or false; " + name + "=" + text);
  }
}
