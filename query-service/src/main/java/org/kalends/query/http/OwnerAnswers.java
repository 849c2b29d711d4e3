package org.kalends.query.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.kalends.indexer.store.IndexReader;
import org.kalends.indexer.store.PartitionOwners.Node;
import org.kalends.indexer.store.PartitionUnavailableException;
import org.kalends.indexer.store.SubIndex;
import org.kalends.query.read.AfterTokens;
import org.kalends.query.read.Subject;
import org.kalends.query.routing.Hop;
import org.kalends.query.routing.NodeClient;
import org.kalends.query.routing.NotTheOwnerException;
import org.kalends.query.routing.PartitionClient;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.http.Exchange;
import org.kalends.schemas.http.ProblemException;
import org.kalends.schemas.http.ProblemType;

/**
 * Answers requests about one calendar at the node that owns it: from this node's stores, or by
 * handing on the request and streaming the other's answer through.
 */
final class OwnerAnswers {
  private static final List<String> HANDED_ON =
      List.of("Accept", "If-None-Match", AfterTokens.HEADER);
  private static final List<String> HANDED_BACK =
      List.of("ETag", "Retry-After", "Vary", Parameters.POSITION_HEADER);
  private static final int FIRST_STATUS_WITHOUT_BODY = 204;
  private static final int NOT_MODIFIED = 304;

  private final IndexReader reader;
  private final PartitionClient partitions;
  private final NodeClient nodes;
  private final QuerySettings settings;

  OwnerAnswers(
      IndexReader reader, PartitionClient partitions, NodeClient nodes, QuerySettings settings) {
    this.reader = reader;
    this.partitions = partitions;
    this.nodes = nodes;
    this.settings = settings;
  }

  /** Reads from this node's stores. */
  @FunctionalInterface
  interface Reading {
    Answer read() throws PartitionUnavailableException;
  }

  /** Answers the request, whose parameters have been found good. */
  void answer(Exchange exchange, CalendarId calendar, Reading reading)
      throws IOException, InterruptedException {
    AfterTokens after = AfterTokens.of(exchange.header(AfterTokens.HEADER));
    Hop hop = Hop.of(exchange, settings.deadline());
    partitions.read(calendar, new AtOwner(exchange, after, reading, hop), hop).writeTo(exchange);
  }

  private final class AtOwner implements PartitionClient.Source<CalendarId, Answer> {
    private final Exchange exchange;
    private final AfterTokens after;
    private final Reading reading;
    private final Hop hop;

    AtOwner(Exchange exchange, AfterTokens after, Reading reading, Hop hop) {
      this.exchange = exchange;
      this.after = after;
      this.reading = reading;
      this.hop = hop;
    }

    @Override
    public SubIndex index(CalendarId calendar) {
      return SubIndex.CALENDAR;
    }

    @Override
    public int partition(CalendarId calendar) {
      return new Subject.OfCalendar(calendar).partition(reader.partitions());
    }

    @Override
    public Answer here(CalendarId calendar)
        throws PartitionUnavailableException, InterruptedException {
      after.await(new Subject.OfCalendar(calendar), reader, hop.deadline());
      return reading.read();
    }

    @Override
    public Map<CalendarId, Answer> at(Node node, List<CalendarId> calendars)
        throws IOException, NotTheOwnerException, InterruptedException {
      Map<String, String> headers = new LinkedHashMap<>();
      for (String name : HANDED_ON) {
        String value = exchange.header(name);
        if (value != null) {
          headers.put(name, value);
        }
      }
      NodeClient.Question question =
          new NodeClient.Question(exchange.method(), exchange.rawPathQuery(), headers, "");
      NodeClient.Reply theirs = nodes.ask(node, question, hop.deadline());
      return Map.of(calendars.getFirst(), answer -> handBack(theirs, answer));
    }
  }

  private static void handBack(NodeClient.Reply theirs, Exchange exchange) throws IOException {
    for (String name : HANDED_BACK) {
      theirs.headers().firstValue(name).ifPresent(value -> exchange.setHeader(name, value));
    }
    try (InputStream body = theirs.body()) {
      int status = theirs.status();
      if (status == FIRST_STATUS_WITHOUT_BODY || status == NOT_MODIFIED) {
        exchange.answer(status);
        return;
      }
      String type = theirs.headers().firstValue("Content-Type").orElse(Answer.JSON_TYPE);
      copy(body, exchange.answer(status, type));
    }
  }

  private static void copy(InputStream body, OutputStream out) throws IOException {
    byte[] buffer = new byte[16 * 1024];
    for (int read = read(body, buffer); read >= 0; read = read(body, buffer)) {
      out.write(buffer, 0, read);
    }
  }

  /** A fault of the other node's stream is no fault of the client's. */
  private static int read(InputStream body, byte[] buffer) {
    try {
      return body.read(buffer);
    } catch (IOException e) {
      throw new ProblemException(
          ProblemType.UNAVAILABLE, "The owner's answer broke off: ask again; cause=" + e);
    }
  }
}
