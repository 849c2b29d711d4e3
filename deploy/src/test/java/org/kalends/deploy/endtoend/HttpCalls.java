package org.kalends.deploy.endtoend;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A client of the HTTP contract, as a consumer would write one. */
final class HttpCalls {
  private static final ObjectMapper JSON = new ObjectMapper();

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

    /** The last line of an NDJSON answer. */
    JsonNode lastLine() {
      try {
        return JSON.readTree(body.lines().toList().getLast());
      } catch (IOException e) {
        throw new UncheckedIOException(body, e);
      }
    }
  }

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final URI base;

  HttpCalls(URI base) {
    this.base = base;
  }

  Answer get(String path, String... headers) {
    return send("GET", path, HttpRequest.BodyPublishers.noBody(), headers);
  }

  Answer delete(String path, String... headers) {
    return send("DELETE", path, HttpRequest.BodyPublishers.noBody(), headers);
  }

  Answer put(String calendar, String uid, String text, String... headers) {
    return send(
        "PUT",
        eventPath(calendar, uid),
        HttpRequest.BodyPublishers.ofString(text),
        withType("text/calendar", headers));
  }

  Answer importText(String calendar, String text) {
    return send(
        "POST",
        "/v1/calendars/" + calendar + "/import",
        HttpRequest.BodyPublishers.ofString(text),
        withType("text/calendar"));
  }

  Answer post(String path, String json, String... headers) {
    return send(
        "POST",
        path,
        HttpRequest.BodyPublishers.ofString(json),
        withType("application/json", headers));
  }

  static String eventPath(String calendar, String uid) {
    return "/v1/calendars/" + calendar + "/events/" + encoded(uid);
  }

  static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static String[] withType(String type, String... headers) {
    List<String> all = new ArrayList<>(List.of(headers));
    all.add("Content-Type");
    all.add(type);
    return all.toArray(String[]::new);
  }

  private Answer send(
      String method, String path, HttpRequest.BodyPublisher body, String... headers) {
    HttpRequest.Builder request = HttpRequest.newBuilder(base.resolve(path)).method(method, body);
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      HttpResponse<String> response =
          client.send(request.build(), HttpResponse.BodyHandlers.ofString());
      return new Answer(response.statusCode(), response.body(), response);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
