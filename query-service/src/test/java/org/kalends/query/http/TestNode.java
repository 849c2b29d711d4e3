package org.kalends.query.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.kalends.indexer.store.MemoryIndex;
import org.kalends.indexer.store.PartitionOwners;
import org.kalends.indexer.store.SubIndex;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.avro.Event;
import org.kalends.schemas.event.InvalidEventException;
import org.kalends.schemas.http.HttpServer;

/** A node with the query routes over an index in memory, on the loopback interface. */
final class TestNode implements AutoCloseable {
  static final int PARTITIONS = 4;
  static final Instant NOW = Instant.parse("2026-03-04T12:00:00Z");

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  final MemoryIndex index = new MemoryIndex(PARTITIONS);
  final Owners owners = new Owners();
  private final QueryRoutes routes;
  private final HttpServer server;

  TestNode(QuerySettings settings) throws IOException {
    routes =
        new QueryRoutes(
            index,
            owners,
            event ->
                "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:"
                    + event.getUid()
                    + "\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
            Clock.fixed(NOW, ZoneOffset.UTC),
            settings);
    server =
        new HttpServer(
            HttpServer.Settings.on("127.0.0.1", 0),
            routes.routes(),
            (method, template, status, nanos) -> {});
    server.start();
    owners.self = new PartitionOwners.Node("127.0.0.1", server.port());
    for (int partition = 0; partition < PARTITIONS; partition++) {
      owners.set(SubIndex.CALENDAR, partition, owners.self);
      owners.set(SubIndex.SUBJECT, partition, owners.self);
    }
  }

  /** Settings with a short deadline, for tests that let it pass. */
  static QuerySettings settings(Duration deadline, int maxEntries, long maxSteps) {
    return new QuerySettings(
        QuerySettings.DEFAULT_LIMIT,
        QuerySettings.DEFAULT_MAX_LIMIT,
        QuerySettings.DEFAULT_MAX_ATTENDEES,
        QuerySettings.DEFAULT_MAX_CALENDARS,
        maxEntries,
        maxSteps,
        QuerySettings.DEFAULT_MAX_BODY_BYTES,
        deadline,
        Duration.ofSeconds(1),
        QuerySettings.DEFAULT_STALL_TIMEOUT);
  }

  void put(String calendar, Event event) {
    try {
      index.put(new CalendarId(calendar), event);
    } catch (InvalidEventException e) {
      throw new IllegalArgumentException(e);
    }
  }

  Answer get(String path, String... headers) {
    return send(request(path, headers).GET().build());
  }

  Answer post(String path, String json, String... headers) {
    return send(
        request(path, headers)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(json))
            .build());
  }

  HttpRequest.Builder request(String path, String... headers) {
    HttpRequest.Builder request = HttpRequest.newBuilder(uri(path));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return request;
  }

  URI uri(String path) {
    return server.uri().resolve(path);
  }

  static <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
    try {
      return CLIENT.send(request, handler);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Answer send(HttpRequest request) {
    HttpResponse<String> response = send(request, HttpResponse.BodyHandlers.ofString());
    return new Answer(response.statusCode(), response.body(), response);
  }

  @Override
  public void close() {
    server.close();
    routes.close();
  }

  /** A whole answer. */
  record Answer(int status, String body, HttpResponse<String> response) {
    JsonNode json() {
      try {
        return JSON.readTree(body);
      } catch (IOException e) {
        throw new UncheckedIOException(body, e);
      }
    }

    String header(String name) {
      return response.headers().firstValue(name).orElse("");
    }

    /** The slug of its problem. */
    String problem() {
      return json().path("type").asText().replace("urn:kalends:problem:", "");
    }

    /** One member of each element of an array. */
    List<String> each(String array, String member) {
      List<String> values = new ArrayList<>();
      json().path(array).forEach(element -> values.add(element.path(member).asText()));
      return values;
    }
  }

  /** Owners that a test sets. */
  static final class Owners implements PartitionOwners {
    private final Map<String, Node> owners = new HashMap<>();
    private volatile Node self = new Node("127.0.0.1", 1);

    synchronized void set(SubIndex index, int partition, Node owner) {
      owners.put(index + "/" + partition, owner);
    }

    synchronized void nobody(SubIndex index, int partition) {
      owners.remove(index + "/" + partition);
    }

    @Override
    public synchronized Optional<Node> owner(SubIndex index, int partition) {
      return Optional.ofNullable(owners.get(index + "/" + partition));
    }

    @Override
    public List<Node> standbys(SubIndex index, int partition) {
      return List.of();
    }

    @Override
    public Node self() {
      return self;
    }

    @Override
    public List<Held> held() {
      return List.of(new Held(SubIndex.CALENDAR, 0, true, 17, 2));
    }

    @Override
    public boolean ready() {
      return true;
    }
  }
}
