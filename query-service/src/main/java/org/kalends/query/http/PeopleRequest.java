package org.kalends.query.http;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kalends.indexer.store.SubIndex;
import org.kalends.query.read.Subject;
import org.kalends.query.read.Window;
import org.kalends.schemas.http.Exchange;
import org.kalends.schemas.http.ProblemException;
import org.kalends.schemas.http.ProblemType;

/**
 * A request about several attendees and calendars, from an address or from a posted object with the
 * same names in the plural.
 */
final class PeopleRequest {
  static final String ATTENDEE = "attendee";
  static final String CALENDAR = "calendar";
  static final String COPIES = "copies";
  static final String DECLINED = "declined";

  private static final String ATTENDEES = "attendees";
  private static final String CALENDARS = "calendars";

  private final Set<Subject> subjects = new LinkedHashSet<>();
  private final List<String> attendees = new ArrayList<>();
  private final List<String> calendars = new ArrayList<>();
  private @Nullable String from;
  private @Nullable String to;
  private @Nullable String zone;
  private @Nullable String copies;
  private boolean declined;
  private @Nullable String limit;
  private @Nullable String cursor;

  private PeopleRequest() {}

  /** From the address. */
  static PeopleRequest ofAddress(Exchange exchange, QuerySettings settings) {
    PeopleRequest request = new PeopleRequest();
    request.attendees.addAll(exchange.queryParameters(ATTENDEE));
    request.calendars.addAll(exchange.queryParameters(CALENDAR));
    request.from = exchange.queryParameter(Parameters.FROM);
    request.to = exchange.queryParameter(Parameters.TO);
    request.zone = exchange.queryParameter(Parameters.ZONE);
    request.copies = exchange.queryParameter(COPIES);
    request.declined = Parameters.flag(DECLINED, exchange.queryParameter(DECLINED));
    request.limit = exchange.queryParameter(Parameters.LIMIT);
    request.cursor = exchange.queryParameter(Parameters.CURSOR);
    return request.checked(settings);
  }

  /**
   * From the body.
   *
   * @param allowed the names that it may have beside attendees, calendars, from, to and zone
   */
  static PeopleRequest ofBody(Exchange exchange, QuerySettings settings, Set<String> allowed)
      throws IOException {
    String type = exchange.header("Content-Type");
    if (type == null || !type.toLowerCase(Locale.ROOT).startsWith(Answer.JSON_TYPE)) {
      throw new ProblemException(
          ProblemType.UNSUPPORTED_MEDIA_TYPE,
          "The query is " + Answer.JSON_TYPE + "; contentType=" + type);
    }
    byte[] body = exchange.body().readNBytes(settings.maxBodyBytes() + 1);
    if (body.length > settings.maxBodyBytes()) {
      throw new ProblemException(
          ProblemType.BODY_TOO_LARGE,
          "The query's body is too large; maxBytes=" + settings.maxBodyBytes());
    }
    PeopleRequest request = new PeopleRequest();
    try (JsonParser json = Answer.JSON.createParser(new ByteArrayInputStream(body))) {
      request.read(json, allowed);
    } catch (JsonProcessingException e) {
      throw fault("The body is no JSON; cause=" + e.getOriginalMessage());
    }
    return request.checked(settings);
  }

  private void read(JsonParser json, Set<String> allowed) throws IOException {
    if (json.nextToken() != JsonToken.START_OBJECT) {
      throw fault("The body is no JSON object");
    }
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      JsonToken value = json.nextToken();
      boolean common =
          Set.of(ATTENDEES, CALENDARS, Parameters.FROM, Parameters.TO, Parameters.ZONE)
              .contains(name);
      if (!common && !allowed.contains(name)) {
        throw fault("The member is not known here; name=" + name);
      }
      if (value != JsonToken.VALUE_NULL) {
        take(name, json);
      }
    }
    if (json.nextToken() != null) {
      throw fault("There is something behind the JSON object");
    }
  }

  private void take(String name, JsonParser json) throws IOException {
    switch (name) {
      case ATTENDEES -> texts(name, json, attendees);
      case CALENDARS -> texts(name, json, calendars);
      case Parameters.FROM -> from = text(name, json);
      case Parameters.TO -> to = text(name, json);
      case Parameters.ZONE -> zone = text(name, json);
      case COPIES -> copies = text(name, json);
      case DECLINED -> declined = Parameters.flag(name, json.getText());
      case Parameters.LIMIT -> limit = json.getText();
      default -> cursor = text(name, json);
    }
  }

  private static String text(String name, JsonParser json) throws IOException {
    if (json.currentToken() != JsonToken.VALUE_STRING) {
      throw fault("The member is a string; name=" + name);
    }
    return json.getText();
  }

  private static void texts(String name, JsonParser json, Collection<String> into)
      throws IOException {
    if (json.currentToken() != JsonToken.START_ARRAY) {
      throw fault("The member is an array of strings; name=" + name);
    }
    while (json.nextToken() != JsonToken.END_ARRAY) {
      into.add(text(name, json));
    }
  }

  private PeopleRequest checked(QuerySettings settings) {
    checkNumber(ATTENDEES, attendees.size(), settings.maxAttendees());
    checkNumber(CALENDARS, calendars.size(), settings.maxCalendars());
    for (String each : attendees) {
      subjects.add(new Subject.OfAttendee(Parameters.attendee(each)));
    }
    for (String each : calendars) {
      subjects.add(new Subject.OfCalendar(Parameters.calendar(each)));
    }
    if (subjects.isEmpty()) {
      throw fault("The query names whom it asks for: attendee, calendar, or both");
    }
    return this;
  }

  private static void checkNumber(String name, int number, int most) {
    if (number > most) {
      throw new ProblemException(
          ProblemType.LIMIT_EXCEEDED,
          "The query names too many; " + name + "=" + number + " max=" + most);
    }
  }

  /** Attendees, then calendars, as they were named: the order that a posted query has. */
  static List<Subject> inOrder(Collection<Subject> subjects) {
    return subjects.stream()
        .sorted(Comparator.comparing(subject -> subject.index() == SubIndex.CALENDAR))
        .toList();
  }

  /** Each once, attendees first, as they were named. */
  List<Subject> subjects() {
    return List.copyOf(subjects);
  }

  Window window() {
    return Parameters.window(from, to, Parameters.zone(zone));
  }

  /** Whether all copies of a meeting are asked for. */
  boolean copies() {
    if (copies == null || copies.equals("newest")) {
      return false;
    }
    if (copies.equals("all")) {
      return true;
    }
    throw fault("The parameter is newest or all; " + COPIES + "=" + copies);
  }

  boolean declined() {
    return declined;
  }

  int limit(QuerySettings settings) {
    return limit == null
        ? settings.defaultLimit()
        : Parameters.count(Parameters.LIMIT, limit, settings.maxLimit());
  }

  @Nullable String cursor() {
    return cursor;
  }

  private static ProblemException fault(String detail) {
    return new ProblemException(ProblemType.INVALID_REQUEST, detail);
  }
}
