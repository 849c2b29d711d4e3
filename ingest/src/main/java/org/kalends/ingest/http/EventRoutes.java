package org.kalends.ingest.http;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.kalends.ingest.ChangeOutcome;
import org.kalends.ingest.KalendsProducer;
import org.kalends.ingest.Precondition;
import org.kalends.ingest.icalendar.CalendarFaultException;
import org.kalends.ingest.icalendar.ICalendarReader;
import org.kalends.ingest.icalendar.ReadItem;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;
import org.kalends.schemas.avro.CalendarChange;
import org.kalends.schemas.avro.Change;
import org.kalends.schemas.avro.ChangeAction;
import org.kalends.schemas.avro.OutcomeStatus;
import org.kalends.schemas.avro.Rejection;
import org.kalends.schemas.http.Exchange;
import org.kalends.schemas.http.Problem;
import org.kalends.schemas.http.ProblemException;
import org.kalends.schemas.http.ProblemType;
import org.kalends.schemas.http.Route;

/** Writes of one event, and of a calendar as a whole. */
public final class EventRoutes {
  /**
   * Bytes of the text of one PUT: one event's text ({@link
   * org.kalends.schemas.event.EventLimits#MAX_TEXT_BYTES}) and what clients send around it, as zone
   * definitions and folding.
   */
  public static final int MAX_BODY_BYTES = 1024 * 1024;

  private static final String EVENT = "/v1/calendars/{calendar}/events/{uid}";
  private static final String CALENDAR = "/v1/calendars/{calendar}";
  private static final String TOKEN = "Kalends-Token";

  private final ICalendarReader reader;
  private final KalendsProducer producer;

  public EventRoutes(ICalendarReader reader, KalendsProducer producer) {
    this.reader = reader;
    this.producer = producer;
  }

  public List<Route> routes() {
    return List.of(
        new Route("PUT", EVENT, this::put),
        new Route("DELETE", EVENT, this::delete),
        new Route("DELETE", CALENDAR, this::deleteCalendar));
  }

  private void put(Exchange exchange) throws IOException, InterruptedException {
    exchange.allowQueryParameters();
    CalendarId calendar = WriteRequest.calendar(exchange);
    EventUid uid = WriteRequest.uid(exchange);
    Precondition precondition = WriteRequest.precondition(exchange);
    ReadItem.Accepted read = readOne(exchange, uid);
    if (WriteRequest.prefersAsync(exchange)) {
      Change change =
          Change.newBuilder()
              .setAction(ChangeAction.PUT)
              .setUid(uid.value())
              .setEvent(read.event())
              .setIfMatch(precondition.ifMatch())
              .setIfNoneMatch(precondition.ifNoneMatch())
              .build();
      store(exchange, calendar, change);
      return;
    }
    ChangeOutcome outcome =
        outcomeOf(producer.put(calendar, read.event(), precondition), read.lines());
    exchange.setHeader(TOKEN, outcome.token().encode());
    if (outcome.etag() != null) {
      exchange.setHeader("ETag", "\"" + outcome.etag() + "\"");
    }
    exchange.answer(outcome.status() == OutcomeStatus.CREATED ? 201 : 200);
  }

  private void delete(Exchange exchange) throws IOException, InterruptedException {
    exchange.allowQueryParameters();
    CalendarId calendar = WriteRequest.calendar(exchange);
    EventUid uid = WriteRequest.uid(exchange);
    Precondition precondition = WriteRequest.precondition(exchange);
    deleted(exchange, producer.delete(calendar, uid, precondition));
  }

  private void deleteCalendar(Exchange exchange) throws IOException, InterruptedException {
    exchange.allowQueryParameters();
    WriteRequest.noPrecondition(exchange);
    deleted(exchange, producer.deleteCalendar(WriteRequest.calendar(exchange)));
  }

  private static void deleted(Exchange exchange, CompletableFuture<ChangeOutcome> change)
      throws InterruptedException {
    exchange.setHeader(TOKEN, outcomeOf(change, null).token().encode());
    exchange.answer(204);
  }

  /** Answers as soon as Kafka has the change; its result is for nobody. */
  private void store(Exchange exchange, CalendarId calendar, Change change)
      throws InterruptedException {
    CalendarChange set =
        CalendarChange.newBuilder()
            .setChangeId(UUID.randomUUID().toString())
            .setCalendar(calendar.value())
            .setChanges(List.of(change))
            .build();
    try {
      producer.publish(set).stored().get();
    } catch (ExecutionException e) {
      throw WriteProblems.of(e).asException();
    }
    exchange.setHeader("Preference-Applied", "respond-async");
    exchange.answer(202);
  }

  private static ChangeOutcome outcomeOf(
      CompletableFuture<ChangeOutcome> change, ReadItem.@Nullable SourceLines lines)
      throws InterruptedException {
    ChangeOutcome outcome;
    try {
      outcome = change.get();
    } catch (ExecutionException e) {
      throw WriteProblems.of(e).asException();
    }
    Rejection rejection = outcome.rejection();
    if (rejection != null) {
      Problem problem = WriteProblems.of(rejection, lines);
      throw problem.asException();
    }
    return outcome;
  }

  /** The one event that the body must hold. */
  private ReadItem.Accepted readOne(Exchange exchange, EventUid uid) throws IOException {
    List<ReadItem> items = new ArrayList<>();
    try (InputStream text = CalendarBody.of(exchange, MAX_BODY_BYTES)) {
      List<ReadItem.Note> unused = reader.read(text, items::add);
    } catch (CalendarFaultException e) {
      throw e.fault().asProblem().asException();
    }
    if (items.isEmpty()) {
      throw new ProblemException(
          ProblemType.INVALID_CALENDAR, "The text holds no event; uid=" + uid);
    }
    for (ReadItem item : items) {
      String found = uidOf(item);
      if (found != null && !found.equals(uid.value())) {
        throw new ProblemException(
            ProblemType.UID_MISMATCH,
            "The text must hold the event of the path alone; uid=" + uid + " found=" + found);
      }
    }
    for (ReadItem item : items) {
      if (item instanceof ReadItem.Refused refused) {
        throw refused.fault().asProblem().asException();
      }
    }
    return (ReadItem.Accepted) items.getFirst();
  }

  private static @Nullable String uidOf(ReadItem item) {
    return switch (item) {
      case ReadItem.Accepted accepted -> accepted.event().getUid();
      case ReadItem.Refused refused -> refused.uid();
    };
  }
}
