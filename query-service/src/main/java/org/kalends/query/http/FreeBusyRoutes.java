package org.kalends.query.http;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.kalends.indexer.rule.StepBudget;
import org.kalends.query.read.BusyPeriod;
import org.kalends.query.read.FreeBusyQuery;
import org.kalends.query.read.Position;
import org.kalends.query.read.Subject;
import org.kalends.query.read.SubjectReader;
import org.kalends.query.routing.Hop;
import org.kalends.schemas.http.Exchange;
import org.kalends.schemas.http.Route;

/** When attendees and calendars are busy. */
final class FreeBusyRoutes {
  private static final String PATH = "/v1/freebusy";

  private final SubjectEntries entries;
  private final QuerySettings settings;

  FreeBusyRoutes(SubjectEntries entries, QuerySettings settings) {
    this.entries = entries;
    this.settings = settings;
  }

  List<Route> routes() {
    return List.of(new Route("GET", PATH, this::ofAddress), new Route("POST", PATH, this::ofBody));
  }

  private void ofAddress(Exchange exchange) throws Exception {
    exchange.allowQueryParameters(
        PeopleRequest.ATTENDEE,
        PeopleRequest.CALENDAR,
        Parameters.FROM,
        Parameters.TO,
        Parameters.ZONE);
    answer(exchange, PeopleRequest.ofAddress(exchange, settings));
  }

  private void ofBody(Exchange exchange) throws Exception {
    exchange.allowQueryParameters();
    answer(exchange, PeopleRequest.ofBody(exchange, settings, Set.of()));
  }

  private void answer(Exchange exchange, PeopleRequest request) throws Exception {
    FreeBusyQuery query =
        new FreeBusyQuery(request.subjects(), request.window(), settings.maxSteps());
    Map<Subject, SubjectReader.Entries> read =
        entries.read(
            exchange, query.subjects(), query.window(), Hop.of(exchange, settings.deadline()));
    StepBudget budget = query.budget();
    List<Long> versions = new ArrayList<>();
    Map<Subject, List<BusyPeriod>> busy = new LinkedHashMap<>();
    for (Subject subject : query.subjects()) {
      SubjectReader.Entries found = SubjectReader.entriesOf(subject, read);
      versions.add(found.version());
      busy.put(subject, query.periods(subject, found.entries(), budget));
    }
    Answer.json(json -> write(busy, new Position(versions), json)).writeTo(exchange);
  }

  private static void write(
      Map<Subject, List<BusyPeriod>> busy, Position position, JsonGenerator json)
      throws IOException {
    json.writeStartObject();
    json.writeArrayFieldStart("freebusy");
    for (Map.Entry<Subject, List<BusyPeriod>> each : busy.entrySet()) {
      json.writeStartObject();
      switch (each.getKey()) {
        case Subject.OfAttendee(var attendee) ->
            json.writeStringField(PeopleRequest.ATTENDEE, attendee.value());
        case Subject.OfCalendar(var calendar) ->
            json.writeStringField(PeopleRequest.CALENDAR, calendar.value());
      }
      json.writeArrayFieldStart("busy");
      for (BusyPeriod period : each.getValue()) {
        json.writeStartObject();
        json.writeStringField("start", TimeText.ofMillis(period.startMillis()));
        json.writeStringField("end", TimeText.ofMillis(period.endMillis()));
        json.writeStringField("type", period.type().value());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeStringField("position", position.encode());
    json.writeEndObject();
  }
}
