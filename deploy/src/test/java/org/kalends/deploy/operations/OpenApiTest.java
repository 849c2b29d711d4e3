package org.kalends.deploy.operations;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kalends.deploy.node.LocalDeployment;
import org.kalends.schemas.http.Route;

/** {@code openapi.yaml} against the routes that exist and the answers that they give. */
class OpenApiTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final String TEXT =
      """
      BEGIN:VCALENDAR
      VERSION:2.0
      PRODID:-//Kalends//test//EN
      BEGIN:VEVENT
      UID:u1
      DTSTAMP:20260101T000000Z
      DTSTART;TZID=Europe/Berlin:20260302T090000
      DURATION:PT30M
      RRULE:FREQ=WEEKLY
      SUMMARY:Standup
      LOCATION:Room 1
      STATUS:CONFIRMED
      ATTENDEE:mailto:ann@example.org
      END:VEVENT
      END:VCALENDAR
      """;

  @TempDir private static Path dir;
  private static LocalDeployment deployment;
  private static JsonNode document;
  private static String token = "";

  @BeforeAll
  static void start() throws Exception {
    try (InputStream in = Route.class.getResourceAsStream("/openapi.yaml")) {
      document = new YAMLMapper().readTree(in);
    }
    deployment = LocalDeployment.start(dir, 0, 2);
    assertThat(deployment.awaitReady(Duration.ofMinutes(2))).isTrue();
    HttpResponse<String> imported =
        send("POST", "/v1/calendars/team/import", "text/calendar", TEXT);
    JsonNode report = JSON.readTree(imported.body().lines().toList().getLast());
    token = report.get("token").asText();
  }

  @AfterAll
  static void stop() {
    deployment.close();
  }

  @Test
  void shouldDescribeTheRoutesThatExist() {
    TreeSet<String> described = new TreeSet<>();
    document
        .get("paths")
        .properties()
        .forEach(
            path ->
                path.getValue()
                    .fieldNames()
                    .forEachRemaining(
                        method -> {
                          if (!method.equals("parameters")) {
                            described.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey());
                          }
                        }));
    TreeSet<String> existing = new TreeSet<>();
    deployment
        .node()
        .routes()
        .forEach(route -> existing.add(route.method() + " " + route.template()));

    assertThat(existing).isEqualTo(described);
  }

  @ParameterizedTest
  @CsvSource({
    "/v1/calendars, /v1/calendars, 200",
    "/v1/calendars/{calendar}, /v1/calendars/team, 200",
    "/v1/calendars/{calendar}, /v1/calendars/nobody, 404",
    "/v1/calendars/{calendar}/events/{uid}, /v1/calendars/team/events/u1, 200",
    "/v1/calendars/{calendar}/events/{uid}, /v1/calendars/team/events/none, 404",
    "/v1/calendars/{calendar}/events, /v1/calendars/team/events, 200",
    "/v1/calendars/{calendar}/events, /v1/calendars/team/events?from=2026-03-01&to=2026-03-08, 200",
    "/v1/calendars/{calendar}/occurrences, /v1/calendars/team/occurrences?from=2026-03-01&to=2026-04-01, 200",
    "/v1/calendars/{calendar}/occurrences, /v1/calendars/team/occurrences?from=2026-03-01&to=2026-04-01&limit=1, 200",
    "/v1/calendars/{calendar}/occurrences, /v1/calendars/team/occurrences?from=x&to=2026-04-01, 400",
    "/v1/calendars/{calendar}/events/{uid}/occurrences, /v1/calendars/team/events/u1/occurrences?next=3, 200",
    "/v1/occurrences, /v1/occurrences?attendee=ann@example.org&from=2026-03-01&to=2026-04-01, 200",
    "/v1/freebusy, /v1/freebusy?attendee=ann@example.org&from=2026-03-01&to=2026-04-01, 200",
    "/v1/node, /v1/node, 200",
    "/health/live, /health/live, 200",
    "/health/ready, /health/ready, 200"
  })
  void shouldAnswerAsDescribed(String path, String request, int status) throws Exception {
    HttpResponse<String> response = send("GET", request, "", "");

    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    String mediaType = response.headers().firstValue("Content-Type").orElse("").split(";", 2)[0];
    JsonNode described =
        resolved(document.at("/paths/" + pointer(path) + "/get/responses/" + status));
    JsonNode schema = described.path("content").path(mediaType).path("schema");
    assertThat(schema.isMissingNode()).as("%s of %s is described", mediaType, path).isFalse();
    ObjectNode whole = JSON.createObjectNode();
    whole.putArray("allOf").add(schema);
    whole.set("components", document.get("components"));
    assertThat(
            JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                .getSchema(whole)
                .validate(JSON.readTree(response.body())))
        .as(response.body())
        .isEmpty();
  }

  private static JsonNode resolved(JsonNode node) {
    return node.has("$ref") ? document.at(node.get("$ref").asText().substring(1)) : node;
  }

  private static String pointer(String path) {
    return path.replace("~", "~0").replace("/", "~1");
  }

  private static HttpResponse<String> send(
      String method, String path, String mediaType, String body)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(deployment.node().uri() + path))
            .method(method, HttpRequest.BodyPublishers.ofString(body));
    if (!mediaType.isEmpty()) {
      request.header("Content-Type", mediaType);
    }
    if (!token.isEmpty()) {
      request.header("Kalends-After", token);
    }
    return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }
}
