package org.kalends.query.http;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.kalends.query.read.OccurrenceQuery;
import org.kalends.query.read.PeopleQuery;
import org.kalends.query.read.Subject;
import org.kalends.query.read.SubjectReader;
import org.kalends.query.routing.EntriesFormat;
import org.kalends.query.routing.Hop;
import org.kalends.schemas.http.Exchange;
import org.kalends.schemas.http.Route;

/** The occurrences of several attendees and calendars. */
final class PeopleRoutes {
  private final SubjectEntries entries;
  private final QuerySettings settings;

  PeopleRoutes(SubjectEntries entries, QuerySettings settings) {
    this.entries = entries;
    this.settings = settings;
  }

  List<Route> routes() {
    return List.of(
        new Route("GET", "/v1/occurrences", this::ofAddress),
        new Route("POST", SubjectSource.PATH, this::ofBody));
  }

  private void ofAddress(Exchange exchange) throws Exception {
    exchange.allowQueryParameters(
        PeopleRequest.ATTENDEE,
        PeopleRequest.CALENDAR,
        Parameters.FROM,
        Parameters.TO,
        Parameters.ZONE,
        PeopleRequest.COPIES,
        PeopleRequest.DECLINED,
        Parameters.LIMIT,
        Parameters.CURSOR);
    answer(exchange, PeopleRequest.ofAddress(exchange, settings));
  }

  private void ofBody(Exchange exchange) throws Exception {
    exchange.allowQueryParameters();
    Set<String> allowed =
        Set.of(PeopleRequest.COPIES, PeopleRequest.DECLINED, Parameters.LIMIT, Parameters.CURSOR);
    PeopleRequest request = PeopleRequest.ofBody(exchange, settings, allowed);
    Hop hop = Hop.of(exchange, settings.deadline());
    if (hop.second()) {
      handOver(exchange, request, hop);
    } else {
      answer(exchange, request);
    }
  }

  private void answer(Exchange exchange, PeopleRequest request) throws Exception {
    PeopleQuery people =
        new PeopleQuery(request.subjects(), request.window(), request.copies(), request.declined());
    OccurrenceQuery query =
        people.occurrences(request.limit(settings), request.cursor(), settings.maxSteps());
    Map<Subject, SubjectReader.Entries> read =
        entries.read(
            exchange, people.subjects(), people.window(), Hop.of(exchange, settings.deadline()));
    OccurrenceJson.page(people.page(query, read)).writeTo(exchange);
  }

  /** Gives another node the entries of the subjects that this one owns. */
  private void handOver(Exchange exchange, PeopleRequest request, Hop hop) throws Exception {
    List<Subject> subjects = request.subjects();
    Map<Subject, SubjectReader.Entries> read =
        entries.read(exchange, subjects, request.window(), hop);
    EntriesFormat.write(subjects, read, exchange.answer(200, EntriesFormat.MEDIA_TYPE));
  }
}
