package org.kalends.query.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.kalends.query.http.TestNode.Answer;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;

class EventsOverHttpTest {
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
  void shouldGiveAnEventAsJsonAndAsText() {
    node.put(
        "c",
        Events.event(
            "a/b",
            Events.component(Events.zoned("2026-03-05T10:00:00", "Europe/Berlin"))
                .setRules(List.of("FREQ=WEEKLY"))
                .setExceptionDates(List.of(Events.utc("2026-03-12T09:00:00Z")))
                .setAttendees(List.of(Events.accepted("ann@example.org"))),
            Events.override(
                Events.utc("2026-03-19T09:00:00Z"),
                Events.component(Events.date("2026-03-19")).setSummary("Moved"))));

    Answer json = node.get("/v1/calendars/c/events/a%2Fb");
    Answer text = node.get("/v1/calendars/c/events/a%2Fb", "Accept", "text/calendar");

    assertThat(json.header("Content-Type")).isEqualTo("application/json");
    assertThat(json.json().get("uid").asText()).isEqualTo("a/b");
    assertThat(json.json().at("/start/time").asText()).isEqualTo("2026-03-05T10:00:00");
    assertThat(json.json().at("/start/zone").asText()).isEqualTo("Europe/Berlin");
    assertThat(json.json().get("duration").asText()).isEqualTo("PT1H");
    assertThat(json.json().at("/rules/0").asText()).isEqualTo("FREQ=WEEKLY");
    assertThat(json.json().at("/exceptionDates/0/time").asText()).isEqualTo("2026-03-12T09:00:00Z");
    assertThat(json.json().at("/attendees/0/participation").asText()).isEqualTo("ACCEPTED");
    assertThat(json.json().at("/overrides/0/start/time").asText()).isEqualTo("2026-03-19");
    assertThat(json.json().at("/overrides/0/duration").asText()).isEqualTo("P1D");
    assertThat(json.header("ETag")).isEqualTo('"' + json.json().get("etag").asText() + '"');
    assertThat(text.header("Content-Type")).startsWith("text/calendar");
    assertThat(text.body()).contains("UID:a/b");
    assertThat(text.header("ETag")).isEqualTo(json.header("ETag"));
    assertThat(text.header("Kalends-Position")).isNotEmpty();
  }

  @Test
  void shouldAnswerNotModifiedWhileTheTagStands() {
    node.put("c", Events.single("u", "2026-03-05T09:00:00Z"));
    String path = "/v1/calendars/c/events/u";
    String etag = node.get(path).header("ETag");

    Answer same = node.get(path, "If-None-Match", "\"other\", W/" + etag);
    Answer any = node.get(path, "If-None-Match", "*");
    node.put("c", Events.single("u", "2026-03-06T09:00:00Z"));
    Answer other = node.get(path, "If-None-Match", etag);

    assertThat(same.status()).isEqualTo(304);
    assertThat(same.body()).isEmpty();
    assertThat(same.header("ETag")).isEqualTo(etag);
    assertThat(any.status()).isEqualTo(304);
    assertThat(other.status()).isEqualTo(200);
  }

  @Test
  void shouldRefuseMediaTypesThatItCannotGive() {
    node.put("c", Events.single("u", "2026-03-05T09:00:00Z"));

    Answer answer = node.get("/v1/calendars/c/events/u", "Accept", "text/html");

    assertThat(answer.status()).isEqualTo(406);
    assertThat(answer.problem()).isEqualTo("not-acceptable");
  }

  @Test
  void shouldTellAMissingEventFromAMissingCalendar() {
    node.put("c", Events.single("u", "2026-03-05T09:00:00Z"));

    assertThat(node.get("/v1/calendars/c/events/v").problem()).isEqualTo("event-not-found");
    assertThat(node.get("/v1/calendars/d/events/v").problem()).isEqualTo("calendar-not-found");
    assertThat(node.get("/v1/calendars/c/events/" + "u".repeat(256)).status()).isEqualTo(400);
    assertThat(node.get("/v1/calendars/c/events/" + "u".repeat(255)).status()).isEqualTo(404);
  }

  @Test
  void shouldListTheEventsOfAPeriodByTheirFirstOccurrenceInIt() {
    node.put("c", Events.repeated("weekly", "2026-01-05T09:00:00Z", "FREQ=WEEKLY"));
    node.put("c", Events.single("single", "2026-03-01T09:00:00Z"));
    node.put("c", Events.repeated("late", "2026-03-09T09:00:00Z", "FREQ=DAILY"));
    node.put("c", Events.single("before", "2026-02-01T09:00:00Z"));

    Answer whole = node.get("/v1/calendars/c/events?" + MARCH);
    Answer first = node.get("/v1/calendars/c/events?limit=2&" + MARCH);
    Answer second =
        node.get(
            "/v1/calendars/c/events?limit=2&"
                + MARCH
                + "&cursor="
                + first.json().get("next").asText());

    assertThat(whole.each("events", "uid")).containsExactly("single", "weekly", "late");
    assertThat(whole.json().has("next")).isFalse();
    assertThat(whole.json().get("changed").asBoolean()).isFalse();
    assertThat(whole.json().get("position").asText()).isNotEmpty();
    assertThat(first.each("events", "uid")).containsExactly("single", "weekly");
    assertThat(second.each("events", "uid")).containsExactly("late");
    assertThat(second.json().has("next")).isFalse();
  }

  @Test
  void shouldListAllEventsByUidInPages() {
    List<String> uids = new ArrayList<>();
    for (int i = 100; i < 350; i++) {
      uids.add("u" + i);
      node.put("c", Events.single("u" + i, "2026-03-05T09:00:00Z"));
    }

    List<String> found = new ArrayList<>();
    String cursor = "";
    do {
      Answer page = node.get("/v1/calendars/c/events?limit=125" + cursor);
      found.addAll(page.each("events", "uid"));
      cursor = page.json().has("next") ? "&cursor=" + page.json().get("next").asText() : "";
    } while (!cursor.isEmpty());

    assertThat(found).isEqualTo(uids);
    assertThat(node.get("/v1/calendars/c/events?limit=250").json().has("next")).isFalse();
  }

  @Test
  void shouldWriteOneCalendarForText() {
    for (int i = 100; i < 350; i++) {
      node.put("c", Events.single("u" + i, "2026-03-0" + (1 + i % 9) + "T09:00:00Z"));
    }

    Answer all = node.get("/v1/calendars/c/events", "Accept", "text/calendar");
    Answer period =
        node.get("/v1/calendars/c/events?from=2026-03-01&to=2026-03-02", "Accept", "text/calendar");
    Answer paged = node.get("/v1/calendars/c/events?limit=5", "Accept", "text/calendar");

    assertThat(all.body()).startsWith("BEGIN:VCALENDAR").endsWith("END:VCALENDAR\r\n");
    assertThat(all.body().lines().filter(line -> line.startsWith("UID:"))).hasSize(250);
    assertThat(all.body().lines().filter(line -> line.equals("BEGIN:VCALENDAR"))).hasSize(1);
    assertThat(period.body().lines().filter(line -> line.startsWith("UID:"))).hasSize(27);
    assertThat(paged.problem()).isEqualTo("invalid-request");
  }

  @Test
  void shouldListCalendarsByNameOverAllPartitions() {
    List<String> names = new ArrayList<>();
    for (int i = 10; i < 30; i++) {
      names.add("c" + i);
      node.put("c" + i, Events.single("u", "2026-03-05T09:00:00Z"));
    }

    List<String> found = new ArrayList<>();
    String cursor = "";
    do {
      Answer page = node.get("/v1/calendars?limit=7" + cursor);
      found.addAll(page.each("calendars", "calendar"));
      cursor = page.json().has("next") ? "&cursor=" + page.json().get("next").asText() : "";
    } while (!cursor.isEmpty());

    assertThat(found).isEqualTo(names);
    assertThat(node.get("/v1/calendars?limit=20").json().has("next")).isFalse();
  }

  @Test
  void shouldCountWhatACalendarHas() {
    node.put("c", Events.single("u", "2026-03-05T09:00:00Z"));
    node.put("c", Events.single("v", "2026-03-05T09:00:00Z"));
    node.index.delete(new CalendarId("c"), new EventUid("v"));

    Answer answer = node.get("/v1/calendars/c");

    assertThat(answer.json().get("calendar").asText()).isEqualTo("c");
    assertThat(answer.json().get("events").asInt()).isEqualTo(1);
    assertThat(answer.json().get("seq").asInt()).isEqualTo(3);
    assertThat(node.get("/v1/calendars/d").problem()).isEqualTo("calendar-not-found");
  }

  @Test
  void shouldTellWhatTheNodeHoldsAndWhoOwnsWhat() {
    Answer answer = node.get("/v1/node");

    assertThat(answer.json().get("ready").asBoolean()).isTrue();
    assertThat(answer.json().get("partitions").asInt()).isEqualTo(TestNode.PARTITIONS);
    assertThat(answer.json().at("/held/0/lag").asInt()).isEqualTo(2);
    assertThat(answer.json().get("owners")).hasSize(2 * TestNode.PARTITIONS);
    assertThat(answer.json().at("/owners/0/owner")).isEqualTo(answer.json().get("node"));
  }
}
