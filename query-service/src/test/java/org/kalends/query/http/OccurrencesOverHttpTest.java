package org.kalends.query.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kalends.query.http.TestNode.Answer;
import org.kalends.schemas.avro.EventStatus;
import org.kalends.schemas.avro.Transparency;

class OccurrencesOverHttpTest {
  private static final String MARCH = "from=2026-03-01&to=2026-04-01";

  private TestNode node;

  @BeforeEach
  void start() throws IOException {
    node = new TestNode(QuerySettings.defaults());
  }

  @AfterEach
  void stop() {
    assertThat(node.index.openCursors()).as("cursors left open").isZero();
    node.close();
  }

  @Test
  void shouldTellATimedOccurrenceInUtc() {
    node.put(
        "c",
        Events.event(
            "u",
            Events.component(Events.zoned("2026-03-05T10:00:00", "Europe/Berlin"))
                .setRules(List.of("FREQ=WEEKLY;COUNT=1"))
                .setSummary("Standup")
                .setLocation("Here")
                .setStatus(EventStatus.CONFIRMED)));

    assertThat(node.get("/v1/calendars/c/occurrences?" + MARCH).body())
        .startsWith(
            """
            {"occurrences":[{"calendar":"c","uid":"u","recurrenceId":"2026-03-05T09:00:00Z",\
            "start":"2026-03-05T09:00:00Z","end":"2026-03-05T10:00:00Z","zone":"Europe/Berlin",\
            "summary":"Standup","location":"Here","status":"CONFIRMED","transparency":"OPAQUE"}],\
            "position":\"""")
        .endsWith("\"changed\":false}");
  }

  @Test
  void shouldLeaveOutWhatIsNotThere() {
    node.put("c", Events.event("u", Events.component(Events.utc("2026-03-05T09:00:00Z"))));

    assertThat(node.get("/v1/calendars/c/occurrences?" + MARCH).body())
        .startsWith(
            """
            {"occurrences":[{"calendar":"c","uid":"u","start":"2026-03-05T09:00:00Z",\
            "end":"2026-03-05T10:00:00Z","transparency":"OPAQUE"}],""");
  }

  @Test
  void shouldPlaceAllDayAndFloatingTimesInTheAskersZone() {
    node.put(
        "c",
        Events.event(
            "day",
            Events.component(Events.date("2026-03-05")).setTransparency(Transparency.TRANSPARENT)));
    node.put(
        "c", Events.event("floating", Events.component(Events.floating("2026-03-05T00:30:00"))));

    Answer berlin =
        node.get("/v1/calendars/c/occurrences?from=2026-03-05&to=2026-03-06&zone=Europe/Berlin");
    Answer before =
        node.get(
            "/v1/calendars/c/occurrences?from=2026-03-04T22:00:00Z&to=2026-03-04T23:00:00Z"
                + "&zone=Europe/Berlin");

    assertThat(berlin.each("occurrences", "start"))
        .containsExactly("2026-03-05", "2026-03-05T00:30:00");
    assertThat(berlin.each("occurrences", "end"))
        .containsExactly("2026-03-06", "2026-03-05T01:30:00");
    assertThat(before.each("occurrences", "uid")).isEmpty();
  }

  @Test
  void shouldPageInOrderWithoutGapOrRepeat() {
    for (String uid : List.of("b", "a", "c")) {
      node.put("c", Events.repeated(uid, "2026-03-01T09:00:00Z", "FREQ=DAILY;COUNT=9"));
    }
    Answer whole = node.get("/v1/calendars/c/occurrences?" + MARCH);

    List<String> paged = new ArrayList<>();
    String cursor = "";
    int pages = 0;
    do {
      Answer page = node.get("/v1/calendars/c/occurrences?limit=5&" + MARCH + cursor);
      paged.addAll(page.each("occurrences", "start"));
      cursor = page.json().has("next") ? "&cursor=" + page.json().get("next").asText() : "";
      pages++;
    } while (!cursor.isEmpty());

    assertThat(whole.json().has("next")).isFalse();
    assertThat(whole.each("occurrences", "uid").subList(0, 4)).containsExactly("a", "b", "c", "a");
    assertThat(paged).isEqualTo(whole.each("occurrences", "start")).hasSize(27);
    assertThat(pages).isEqualTo(6);
  }

  @Test
  void shouldSayThatTheDataChangedUnderTheReader() {
    node.put("c", Events.repeated("u", "2026-03-01T09:00:00Z", "FREQ=DAILY;COUNT=9"));
    String path = "/v1/calendars/c/occurrences?limit=2&" + MARCH;
    Answer first = node.get(path);
    String next = path + "&cursor=" + first.json().get("next").asText();

    Answer still = node.get(next);
    node.put("c", Events.single("v", "2026-03-20T09:00:00Z"));
    Answer moved = node.get(next);

    assertThat(still.json().get("changed").asBoolean()).isFalse();
    assertThat(moved.json().get("changed").asBoolean()).isTrue();
    assertThat(moved.each("occurrences", "start")).isEqualTo(still.each("occurrences", "start"));
    assertThat(moved.json().get("position")).isNotEqualTo(still.json().get("position"));
  }

  @Test
  void shouldRefuseACursorOfAnotherQuery() {
    node.put("c", Events.repeated("u", "2026-03-01T09:00:00Z", "FREQ=DAILY;COUNT=9"));
    Answer first = node.get("/v1/calendars/c/occurrences?limit=2&" + MARCH);
    String cursor = "&cursor=" + first.json().get("next").asText();

    Answer other = node.get("/v1/calendars/c/occurrences?from=2026-03-02&to=2026-04-01" + cursor);
    Answer otherKind = node.get("/v1/calendars/c/events?" + MARCH + cursor);

    assertThat(other.problem()).isEqualTo("invalid-cursor");
    assertThat(other.json().get("detail").asText()).contains("another query");
    assertThat(otherKind.problem()).isEqualTo("invalid-cursor");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "from=2026-03-02&to=2026-03-01 | 400 | invalid-time-range | from=2026-03-02",
        "from=2026-03-01&to=2026-03-01 | 400 | invalid-time-range | from=",
        "to=2026-03-01 | 400 | invalid-request | missing=from",
        "from=soon&to=2026-03-01 | 400 | invalid-request | value=soon",
        "from=2026-03-01&to=2026-03-02&zone=Mars/Base | 400 | invalid-zone | zone=Mars/Base",
        "from=2026-03-01&to=2026-03-02&cursor=zzz | 400 | invalid-cursor | cursor=zzz",
        "from=2026-03-01&to=2026-03-02&limit=0 | 400 | invalid-request | limit=0",
        "from=2026-03-01&to=2026-03-02&limit=10001 | 422 | limit-exceeded | max=10000",
        "from=2026-03-01&to=2026-03-02&form=x | 400 | invalid-request | name=form",
        "from=2026-03-01&from=2026-03-01&to=2026-03-02 | 400 | invalid-request | name=from"
      })
  void shouldSayWhatIsWrongWithAQuestion(String query, int status, String problem, String detail) {
    node.put("c", Events.single("u", "2026-03-20T09:00:00Z"));

    Answer answer = node.get("/v1/calendars/c/occurrences?" + query);

    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
    assertThat(answer.problem()).isEqualTo(problem);
    assertThat(answer.json().get("detail").asText()).contains(detail);
  }

  @Test
  void shouldTellAMissingCalendarAndEvent() {
    node.put("c", Events.single("u", "2026-03-20T09:00:00Z"));

    assertThat(node.get("/v1/calendars/none/occurrences?" + MARCH).problem())
        .isEqualTo("calendar-not-found");
    assertThat(node.get("/v1/calendars/none/events?" + MARCH).problem())
        .isEqualTo("calendar-not-found");
    assertThat(node.get("/v1/calendars/none/events").problem()).isEqualTo("calendar-not-found");
    assertThat(node.get("/v1/calendars/none/events/u/occurrences?" + MARCH).problem())
        .isEqualTo("calendar-not-found");
    assertThat(node.get("/v1/calendars/c/events/v/occurrences?" + MARCH).problem())
        .isEqualTo("event-not-found");
    assertThat(node.get("/v1/calendars/a%20b/occurrences?" + MARCH).status()).isEqualTo(400);
  }

  @Test
  void shouldAnswerTheOccurrencesOfOneEvent() {
    node.put("c", Events.repeated("u", "2026-03-01T09:00:00Z", "FREQ=DAILY"));
    node.put("c", Events.single("v", "2026-03-02T09:00:00Z"));

    Answer window = node.get("/v1/calendars/c/events/u/occurrences?from=2026-03-02&to=2026-03-04");
    Answer next = node.get("/v1/calendars/c/events/u/occurrences?next=2");
    Answer nextFrom = node.get("/v1/calendars/c/events/u/occurrences?next=1&from=2030-01-01");
    Answer both = node.get("/v1/calendars/c/events/u/occurrences?next=1&" + MARCH);

    assertThat(window.each("occurrences", "start"))
        .containsExactly("2026-03-02T09:00:00Z", "2026-03-03T09:00:00Z");
    assertThat(next.each("occurrences", "start"))
        .containsExactly("2026-03-05T09:00:00Z", "2026-03-06T09:00:00Z");
    assertThat(nextFrom.each("occurrences", "start")).containsExactly("2030-01-01T09:00:00Z");
    assertThat(both.problem()).isEqualTo("invalid-request");
  }

  @Test
  void shouldEndAPageEarlyRatherThanLookWholeWhenStepsRunOut() throws IOException {
    try (TestNode frugal = new TestNode(TestNode.settings(Duration.ofSeconds(5), 100, 400))) {
      for (int i = 0; i < 20; i++) {
        frugal.put("c", Events.repeated("u" + i, "2026-01-01T09:00:00Z", "FREQ=DAILY"));
      }
      frugal.put("d", Events.repeated("u", "2026-03-01T09:00:00Z", "FREQ=SECONDLY;COUNT=100000"));
      List<String> found = new ArrayList<>();
      String cursor = "";
      int pages = 0;
      do {
        Answer page = frugal.get("/v1/calendars/c/occurrences?" + MARCH + cursor);
        assertThat(page.status()).as(page.body()).isEqualTo(200);
        found.addAll(page.each("occurrences", "start"));
        cursor = page.json().has("next") ? "&cursor=" + page.json().get("next").asText() : "";
        pages++;
      } while (!cursor.isEmpty());

      Answer hopeless = frugal.get("/v1/calendars/d/occurrences?from=2026-03-02&to=2026-03-03");

      assertThat(found).hasSize(20 * 31).isSorted();
      assertThat(pages).isGreaterThan(1);
      assertThat(hopeless.status()).isEqualTo(422);
      assertThat(hopeless.problem()).isEqualTo("step-budget-exceeded");
      assertThat(hopeless.json().get("detail").asText()).contains("steps=400");
    }
  }

  @Test
  void shouldHoldNoStoreOpenWhileAClientReads() throws IOException {
    node.put("c", Events.repeated("u", "2026-03-01T09:00:00Z", "FREQ=MINUTELY;COUNT=10000"));
    String path = "/v1/calendars/c/occurrences?from=2026-03-01&to=2027-01-01&limit=10000";

    HttpResponse<InputStream> answer =
        TestNode.send(node.request(path).build(), HttpResponse.BodyHandlers.ofInputStream());
    try (InputStream body = answer.body()) {
      assertThat(node.index.openCursors()).isZero();
      assertThat(body.readAllBytes()).hasSizeGreaterThan(1_000_000);
    }
  }
}
