package org.kalends.ingest.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.kalends.ingest.KalendsProducer;
import org.kalends.ingest.SingleWriter;
import org.kalends.ingest.icalendar.ICalendarReader;
import org.kalends.schemas.http.HttpServer;
import org.kalends.schemas.http.Problem;

/** The write routes on a real server, before a single writer in memory. */
final class NodeInMemory implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** A text's limit in tests. */
  static final long MAX_TEXT_BYTES = 8 * 1024 * 1024;

  record Answer(HttpResponse<String> response) {
    int status() {
      return response.statusCode();
    }

    String header(String name) {
      return response.headers().firstValue(name).orElse("");
    }

    String body() {
      return response.body();
    }

    /** The whole body, or each of its lines. */
    List<JsonNode> lines() {
      return response.body().lines().map(NodeInMemory::json).toList();
    }

    JsonNode lastLine() {
      return lines().getLast();
    }

    JsonNode problem() {
      if (!header("Content-Type").equals(Problem.MEDIA_TYPE)) {
        throw new AssertionError("no problem: " + status() + " " + body());
      }
      return lastLine();
    }

    String problemType() {
      return problem().get("type").asText().replace("urn:kalends:problem:", "");
    }
  }

  final SingleWriter writer = new SingleWriter();

  /** Templates and statuses of the requests that are over. */
  final BlockingQueue<String> answered = new LinkedBlockingQueue<>();

  private final KalendsProducer producer =
      new KalendsProducer(
          writer,
          new KalendsProducer.Settings(
              Duration.ofSeconds(10),
              Duration.ofSeconds(10),
              Duration.ofSeconds(10),
              Duration.ofMillis(100),
              64 * 1024 * 1024));
  private final HttpServer server;
  private final WrittenContract contract = new WrittenContract();
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  NodeInMemory(Duration progressEvery) {
    ICalendarReader reader = new ICalendarReader();
    ImportRoutes imports =
        new ImportRoutes(
            reader, producer, new ImportRoutes.Settings(MAX_TEXT_BYTES, progressEvery));
    server =
        new HttpServer(
            HttpServer.Settings.on("localhost", 0),
            Stream.concat(
                    new EventRoutes(reader, producer).routes().stream(), imports.routes().stream())
                .toList(),
            (method, template, status, nanos) -> answered.add(method + " " + status));
    try {
      server.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int port() {
    return server.port();
  }

  /** A write of text/calendar with further headers, name and value in turn. */
  Answer write(String method, String path, String text, String... headers) {
    return send(
        method,
        path,
        BodyPublishers.ofString(text),
        Stream.concat(Stream.of("Content-Type", "text/calendar"), Stream.of(headers))
            .toArray(String[]::new));
  }

  Answer delete(String path, String... headers) {
    return send("DELETE", path, BodyPublishers.noBody(), headers);
  }

  Answer send(String method, String path, BodyPublisher body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server.uri() + path))
            .timeout(Duration.ofSeconds(60))
            .method(method, body);
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      Answer answer =
          new Answer(client.send(request.build(), HttpResponse.BodyHandlers.ofString()));
      contract.check(method, path, answer);
      return answer;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  static byte[] gzip(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static JsonNode json(String line) {
    try {
      return JSON.readTree(line);
    } catch (IOException e) {
      throw new UncheckedIOException(line, e);
    }
  }

  @Override
  public void close() {
    client.shutdownNow();
    server.close();
    producer.close();
  }
}
