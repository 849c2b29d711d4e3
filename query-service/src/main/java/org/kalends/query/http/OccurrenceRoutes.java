package org.kalends.query.http;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kalends.indexer.index.IndexEntry;
import org.kalends.indexer.store.IndexReader;
import org.kalends.indexer.store.PartitionUnavailableException;
import org.kalends.indexer.store.StoredEvent;
import org.kalends.query.read.ExpandableEvent;
import org.kalends.query.read.OccurrenceQuery;
import org.kalends.query.read.Position;
import org.kalends.query.read.Subject;
import org.kalends.query.read.SubjectReader;
import org.kalends.query.read.Window;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;
import org.kalends.schemas.http.Exchange;
import org.kalends.schemas.http.ProblemException;
import org.kalends.schemas.http.ProblemType;
import org.kalends.schemas.http.Route;

/** The occurrences of one calendar, and of one event. */
final class OccurrenceRoutes {
  private static final String NEXT = "next";

  private final SubjectReader subjects;
  private final EventReader events;
  private final OwnerAnswers owners;
  private final Clock clock;
  private final QuerySettings settings;

  OccurrenceRoutes(IndexReader reader, OwnerAnswers owners, Clock clock, QuerySettings settings) {
    this.subjects = new SubjectReader(reader);
    this.events = new EventReader(reader);
    this.owners = owners;
    this.clock = clock;
    this.settings = settings;
  }

  List<Route> routes() {
    return List.of(
        new Route("GET", "/v1/calendars/{calendar}/occurrences", this::ofCalendar),
        new Route("GET", "/v1/calendars/{calendar}/events/{uid}/occurrences", this::ofEvent));
  }

  private void ofCalendar(Exchange exchange) throws Exception {
    exchange.allowQueryParameters(
        Parameters.FROM, Parameters.TO, Parameters.ZONE, Parameters.LIMIT, Parameters.CURSOR);
    CalendarId calendar = Parameters.calendar(exchange);
    Window window = Parameters.window(exchange);
    OccurrenceQuery query =
        OccurrenceQuery.of(
            window,
            Parameters.limit(exchange, settings),
            exchange.queryParameter(Parameters.CURSOR),
            settings.maxSteps(),
            "occurrences",
            calendar,
            window);
    owners.answer(exchange, calendar, () -> page(new Subject.OfCalendar(calendar), query));
  }

  private Answer page(Subject subject, OccurrenceQuery query) throws PartitionUnavailableException {
    SubjectReader.Read<OccurrenceQuery.Collector> read =
        subjects.read(
            subject,
            query.rest(),
            entries -> {
              OccurrenceQuery.Collector page = query.collect();
              for (IndexEntry entry = entries.next(); entry != null; entry = entries.next()) {
                page.add(ExpandableEvent.of(entry), component -> true);
              }
              return page;
            });
    return OccurrenceJson.page(read.value().page(Position.of(read.version())));
  }

  private void ofEvent(Exchange exchange) throws Exception {
    exchange.allowQueryParameters(
        Parameters.FROM, Parameters.TO, Parameters.ZONE, NEXT, Parameters.LIMIT, Parameters.CURSOR);
    CalendarId calendar = Parameters.calendar(exchange);
    EventUid uid = Parameters.uid(exchange);
    String next = exchange.queryParameter(NEXT);
    OccurrenceQuery query =
        next == null ? ofEventInWindow(exchange, uid) : ofEventNext(exchange, uid, next);
    owners.answer(
        exchange,
        calendar,
        () -> {
          StoredEvent stored = events.event(calendar, uid);
          OccurrenceQuery.Collector page = query.collect();
          byte[] entry = IndexEntry.encode(calendar, stored.event());
          page.add(ExpandableEvent.of(IndexEntry.read(entry)), component -> true);
          return OccurrenceJson.page(page.page(Position.of(stored.seq())));
        });
  }

  private OccurrenceQuery ofEventInWindow(Exchange exchange, EventUid uid) {
    Window window = Parameters.window(exchange);
    return OccurrenceQuery.of(
        window,
        Parameters.limit(exchange, settings),
        exchange.queryParameter(Parameters.CURSOR),
        settings.maxSteps(),
        "event occurrences",
        exchange.pathParameter("calendar"),
        uid,
        window);
  }

  /**
   * The next ones from a time on. Without {@code from} that is now, on each page anew: what is over
   * by then is no longer next.
   */
  private OccurrenceQuery ofEventNext(Exchange exchange, EventUid uid, String next) {
    if (exchange.queryParameter(Parameters.TO) != null
        || exchange.queryParameter(Parameters.LIMIT) != null) {
      throw new ProblemException(
          ProblemType.INVALID_REQUEST, "next stands instead of to and limit; next=" + next);
    }
    ZoneId zone = Parameters.zone(exchange.queryParameter(Parameters.ZONE));
    String from = exchange.queryParameter(Parameters.FROM);
    return OccurrenceQuery.of(
        Parameters.between(from(from, zone), Parameters.last(), zone),
        Parameters.count(NEXT, next, settings.maxLimit()),
        exchange.queryParameter(Parameters.CURSOR),
        settings.maxSteps(),
        "event next",
        exchange.pathParameter("calendar"),
        uid,
        from == null ? "now" : from,
        zone);
  }

  private Instant from(@Nullable String from, ZoneId zone) {
    return from == null
        ? clock.instant().truncatedTo(ChronoUnit.MILLIS)
        : Parameters.instant(Parameters.FROM, from, zone);
  }
}
