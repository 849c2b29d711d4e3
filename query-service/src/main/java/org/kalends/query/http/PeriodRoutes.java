package org.kalends.query.http;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kalends.indexer.store.IndexReader;
import org.kalends.indexer.store.PartitionUnavailableException;
import org.kalends.indexer.store.StoredEvent;
import org.kalends.query.read.Cursor;
import org.kalends.query.read.OccurrenceKey;
import org.kalends.query.read.OccurrenceQuery;
import org.kalends.query.read.PageKey;
import org.kalends.query.read.Paging;
import org.kalends.query.read.PeriodQuery;
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

/**
 * The events of a calendar: those with an occurrence in a period, by the first of these, or all, by
 * uid. JSON comes in pages; text is one VCALENDAR with all of them.
 */
final class PeriodRoutes {
  private final IndexReader reader;
  private final SubjectReader subjects;
  private final EventText text;
  private final OwnerAnswers owners;
  private final QuerySettings settings;

  PeriodRoutes(IndexReader reader, EventText text, OwnerAnswers owners, QuerySettings settings) {
    this.reader = reader;
    this.subjects = new SubjectReader(reader);
    this.text = text;
    this.owners = owners;
    this.settings = settings;
  }

  List<Route> routes() {
    return List.of(new Route("GET", "/v1/calendars/{calendar}/events", this::events));
  }

  private void events(Exchange exchange) throws Exception {
    exchange.allowQueryParameters(
        Parameters.FROM, Parameters.TO, Parameters.ZONE, Parameters.LIMIT, Parameters.CURSOR);
    CalendarId calendar = Parameters.calendar(exchange);
    MediaType type = MediaType.accepted(exchange.header("Accept"));
    String cursor = exchange.queryParameter(Parameters.CURSOR);
    int limit = limit(exchange, type);
    if (exchange.queryParameter(Parameters.FROM) == null
        && exchange.queryParameter(Parameters.TO) == null) {
      Parameters.zone(exchange.queryParameter(Parameters.ZONE));
      long fingerprint = Cursor.fingerprint("events", calendar);
      Cursor before = Cursor.of(cursor, fingerprint);
      owners.answer(exchange, calendar, () -> all(calendar, type, limit, fingerprint, before));
    } else {
      Window window = Parameters.window(exchange);
      OccurrenceQuery query =
          OccurrenceQuery.of(
              window, limit, cursor, settings.maxSteps(), "period", calendar, window);
      owners.answer(exchange, calendar, () -> period(calendar, type, query));
    }
  }

  private int limit(Exchange exchange, MediaType type) {
    if (type == MediaType.JSON) {
      return Parameters.limit(exchange, settings);
    }
    if (exchange.queryParameter(Parameters.LIMIT) != null
        || exchange.queryParameter(Parameters.CURSOR) != null) {
      throw new ProblemException(
          ProblemType.INVALID_REQUEST,
          "text/calendar has all events and no pages: leave out limit and cursor");
    }
    return settings.maxEntries();
  }

  private Answer period(CalendarId calendar, MediaType type, OccurrenceQuery query)
      throws PartitionUnavailableException {
    SubjectReader.Read<List<OccurrenceKey>> read =
        subjects.read(
            new Subject.OfCalendar(calendar),
            query.window().range(),
            entries -> new PeriodQuery(query).find(entries));
    subjects.requireEvents(calendar, read.version());
    List<OccurrenceKey> found = read.value();
    boolean more = found.size() > query.limit();
    if (more && type == MediaType.CALENDAR) {
      throw new ProblemException(
          ProblemType.LIMIT_EXCEEDED,
          "The period has more events than one text may: ask for a shorter one; limit="
              + query.limit());
    }
    List<OccurrenceKey> page = more ? found.subList(0, query.limit()) : found;
    List<EventUid> uids = new ArrayList<>(page.size());
    page.forEach(key -> uids.add(new EventUid(key.uid())));
    EventStream events = EventStream.of(reader, calendar, uids);
    Paging paging = new Paging(query.fingerprint(), query.cursor(), Position.of(read.version()));
    String next = more ? paging.next(page.getLast()) : null;
    return switch (type) {
      case CALENDAR -> text(events);
      case JSON ->
          Answer.json(
              json -> {
                begin(json);
                for (StoredEvent event = events.next(); event != null; event = events.next()) {
                  EventJson.write(calendar, event, json);
                }
                end(calendar, next, paging, json);
              });
    };
  }

  private Answer all(
      CalendarId calendar, MediaType type, int limit, long fingerprint, @Nullable Cursor before)
      throws PartitionUnavailableException {
    long version = subjects.version(new Subject.OfCalendar(calendar));
    subjects.requireEvents(calendar, version);
    Position position = Position.of(version);
    EventUid after =
        before != null && before.key() instanceof PageKey.Name(String name)
            ? new EventUid(name)
            : null;
    EventStream events = EventStream.all(reader, calendar, after);
    Paging paging = new Paging(fingerprint, before, position);
    return switch (type) {
      case CALENDAR -> text(events);
      case JSON ->
          Answer.json(
              json -> {
                begin(json);
                String last = "";
                StoredEvent event = events.peek();
                for (int given = 0; event != null && given < limit; given++) {
                  EventJson.write(calendar, event, json);
                  last = event.event().getUid();
                  events.next();
                  event = events.peek();
                }
                String next = event == null ? null : paging.next(new PageKey.Name(last));
                end(calendar, next, paging, json);
              });
    };
  }

  private static void begin(JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeArrayFieldStart("events");
  }

  private void end(CalendarId calendar, @Nullable String next, Paging paging, JsonGenerator json)
      throws IOException {
    json.writeEndArray();
    boolean changed = paging.changed() || moved(calendar, paging.position());
    OccurrenceJson.writeEnd(next, paging.position().encode(), changed, json);
  }

  /** Whether the calendar has moved while its events were read one by one. */
  private boolean moved(CalendarId calendar, Position position) {
    try {
      long now = subjects.version(new Subject.OfCalendar(calendar));
      return !position.equals(Position.of(now));
    } catch (PartitionUnavailableException | ProblemException e) {
      return true;
    }
  }

  private Answer text(EventStream events) {
    return exchange -> {
      CalendarText calendar = new CalendarText(exchange.answer(200, MediaType.CALENDAR.value()));
      for (StoredEvent event = events.next(); event != null; event = events.next()) {
        calendar.add(text.of(event.event()));
      }
      calendar.end();
    };
  }
}
