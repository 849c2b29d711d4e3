package org.kalends.perf;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.kalends.schemas.AttendeeAddress;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;
import org.kalends.schemas.TimeRange;

/** Asks a node over HTTP with one connection, and reads whole answers. */
final class HttpProbe implements Probe, AutoCloseable {
  private static final String LIMIT = "10000";

  private final URI base;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  HttpProbe(URI base) {
    this.base = base;
  }

  @Override
  public String name() {
    return "HTTP";
  }

  @Override
  public long byId(CalendarId calendar, EventUid uid) throws Exception {
    return get("/v1/calendars/" + calendar + "/events/" + encoded(uid.value())).isEmpty() ? 0 : 1;
  }

  @Override
  public long period(CalendarId calendar, TimeRange window) throws Exception {
    return count(
        get("/v1/calendars/" + calendar + "/events?" + parameters(window)), "{\"calendar\":");
  }

  @Override
  public long occurrences(CalendarId calendar, TimeRange window) throws Exception {
    return count(
        get("/v1/calendars/" + calendar + "/occurrences?" + parameters(window)), "{\"calendar\":");
  }

  @Override
  public long occurrences(AttendeeAddress attendee, TimeRange window) throws Exception {
    return count(
        get(
            "/v1/occurrences?attendee="
                + encoded(attendee.value())
                + "&declined=true&"
                + parameters(window)),
        "{\"calendar\":");
  }

  /** The floor: what a request costs that answers nothing. */
  void nothing() throws Exception {
    get("/health/live");
  }

  /**
   * Creates an event and waits for the writer's result; returns the token that makes it visible to
   * a read.
   */
  String put(CalendarId calendar, EventUid uid, String text)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(
                base.resolve("/v1/calendars/" + calendar + "/events/" + encoded(uid.value())))
            .header("Content-Type", "text/calendar")
            .PUT(HttpRequest.BodyPublishers.ofString(text))
            .build();
    HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() != 201) {
      throw new IOException(
          "The event was not created; status="
              + response.statusCode()
              + " body="
              + response.body());
    }
    return response.headers().firstValue("Kalends-Token").orElse("");
  }

  private String get(String pathAndQuery) throws IOException, InterruptedException {
    HttpResponse<String> response =
        client.send(
            HttpRequest.newBuilder(base.resolve(pathAndQuery)).build(),
            HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() != 200) {
      throw new IOException(
          "No answer; path="
              + pathAndQuery
              + " status="
              + response.statusCode()
              + " body="
              + response.body());
    }
    return response.body();
  }

  private static String parameters(TimeRange window) {
    return "from="
        + window.from()
        + "&to="
        + window.to()
        + "&zone="
        + encoded(CalendarGenerator.ZONE.getId())
        + "&limit="
        + LIMIT;
  }

  private static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }

  private static long count(String body, String mark) {
    long count = 0;
    for (int at = body.indexOf(mark); at >= 0; at = body.indexOf(mark, at + mark.length())) {
      count++;
    }
    return count;
  }

  @Override
  public void close() {
    client.close();
  }
}
