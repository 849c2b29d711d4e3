package org.kalends.deploy.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Talks to a node over its HTTP interface; turns what goes wrong into one sentence and an exit
 * status.
 */
final class ApiClient implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

  private final URI base;
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CONNECT_TIMEOUT)
          .build();

  ApiClient(URI base) {
    this.base = base;
  }

  /**
   * @param path with its query, percent-encoded
   * @throws CommandFailure when the node cannot be reached or answers with a problem
   */
  JsonNode get(String path) {
    try (InputStream body = open(path, "application/json")) {
      return JSON.readTree(body);
    } catch (IOException e) {
      throw unreachable(e);
    }
  }

  /** The body of an answer as it comes; close it. */
  InputStream open(String path, String mediaType) {
    HttpRequest request =
        HttpRequest.newBuilder(base.resolve(path)).header("Accept", mediaType).build();
    HttpResponse<InputStream> response = send(request, HttpResponse.BodyHandlers.ofInputStream());
    if (response.statusCode() != 200) {
      throw problem(response.statusCode(), read(response.body()));
    }
    return response.body();
  }

  /**
   * Imports a text and hands over each line of the answer; returns the last, the report.
   *
   * @param text opened for each attempt of the client
   * @throws CommandFailure as {@link #get}, and when the answer breaks off
   */
  JsonNode importText(String calendar, Supplier<InputStream> text, Consumer<JsonNode> progress) {
    HttpRequest request =
        HttpRequest.newBuilder(base.resolve("/v1/calendars/" + encoded(calendar) + "/import"))
            .header("Content-Type", "text/calendar")
            .POST(HttpRequest.BodyPublishers.ofInputStream(text))
            .build();
    HttpResponse<Stream<String>> response = send(request, HttpResponse.BodyHandlers.ofLines());
    try (Stream<String> lines = response.body()) {
      if (response.statusCode() != 200) {
        throw problem(response.statusCode(), String.join("\n", lines.toList()));
      }
      return lastOf(lines, progress);
    } catch (java.io.UncheckedIOException e) {
      throw unreachable(e);
    }
  }

  private static JsonNode lastOf(Stream<String> lines, Consumer<JsonNode> progress) {
    @Nullable JsonNode last = null;
    for (String line : (Iterable<String>) lines::iterator) {
      last = parsed(line);
      progress.accept(last);
    }
    if (last == null) {
      throw new CommandFailure(
          ExitStatus.UNREACHABLE, "The import's answer broke off; repeating it is safe");
    }
    if (last.has("error")) {
      throw new CommandFailure(
          ExitStatus.UNREACHABLE,
          "The import stopped: " + last.get("error").path("detail").asText());
    }
    return last;
  }

  static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
    try {
      return client.send(request, handler);
    } catch (IOException e) {
      throw unreachable(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandFailure(ExitStatus.UNREACHABLE, "Interrupted");
    }
  }

  private CommandFailure unreachable(Exception cause) {
    return new CommandFailure(
        ExitStatus.UNREACHABLE,
        "No node answers at "
            + base
            + " ("
            + cause.getClass().getSimpleName()
            + "); is one running? `kalends up` starts one");
  }

  private static CommandFailure problem(int status, String body) {
    int exit = status >= 500 ? ExitStatus.UNREACHABLE : ExitStatus.REJECTED;
    JsonNode problem = body.startsWith("{") ? parsed(body) : JSON.createObjectNode();
    String line = problem.has("line") ? "line " + problem.get("line").asText() + ": " : "";
    return new CommandFailure(
        exit, line + problem.path("detail").asText("The node answered HTTP " + status));
  }

  private static JsonNode parsed(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new CommandFailure(ExitStatus.UNREACHABLE, "The node's answer is no JSON: " + text);
    }
  }

  private static String read(InputStream body) {
    try (body) {
      return new String(body.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
