package org.kalends.query.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kalends.indexer.store.IndexReader;
import org.kalends.indexer.store.StoredEvent;
import org.kalends.query.read.Position;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;
import org.kalends.schemas.http.Exchange;
import org.kalends.schemas.http.Route;

/** One event, as text or JSON. */
final class EventReadRoutes {
  private static final int NOT_MODIFIED = 304;
  private static final String WEAK = "W/";

  private final EventReader events;
  private final EventText text;
  private final OwnerAnswers owners;

  EventReadRoutes(IndexReader reader, EventText text, OwnerAnswers owners) {
    this.events = new EventReader(reader);
    this.text = text;
    this.owners = owners;
  }

  List<Route> routes() {
    return List.of(new Route("GET", "/v1/calendars/{calendar}/events/{uid}", this::event));
  }

  private void event(Exchange exchange) throws Exception {
    exchange.allowQueryParameters();
    CalendarId calendar = Parameters.calendar(exchange);
    EventUid uid = Parameters.uid(exchange);
    MediaType type = MediaType.accepted(exchange.header("Accept"));
    String known = exchange.header("If-None-Match");
    owners.answer(
        exchange,
        calendar,
        () -> {
          StoredEvent stored = events.event(calendar, uid);
          return answer -> write(calendar, stored, type, known, answer);
        });
  }

  private void write(
      CalendarId calendar,
      StoredEvent stored,
      MediaType type,
      @Nullable String known,
      Exchange exchange)
      throws IOException {
    String etag = "\"" + stored.etag() + "\"";
    exchange.setHeader("ETag", etag);
    exchange.setHeader("Vary", "Accept");
    exchange.setHeader(Parameters.POSITION_HEADER, Position.of(stored.seq()).encode());
    if (known != null && matches(known, etag)) {
      exchange.answer(NOT_MODIFIED);
      return;
    }
    switch (type) {
      case JSON -> Answer.json(json -> EventJson.write(calendar, stored, json)).writeTo(exchange);
      case CALENDAR ->
          exchange.answer(
              200, type.value(), text.of(stored.event()).getBytes(StandardCharsets.UTF_8));
    }
  }

  /** By weak comparison (RFC 9110 §13.1.2). */
  private static boolean matches(String known, String etag) {
    for (String each : known.split(",", -1)) {
      String tag = each.strip();
      if (tag.equals("*")
          || (tag.startsWith(WEAK) ? tag.substring(WEAK.length()) : tag).equals(etag)) {
        return true;
      }
    }
    return false;
  }
}
