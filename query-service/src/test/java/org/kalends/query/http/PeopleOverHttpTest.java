package org.kalends.query.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kalends.query.http.TestNode.Answer;
import org.kalends.schemas.avro.EventStatus;
import org.kalends.schemas.avro.ParticipationStatus;

class PeopleOverHttpTest {
  private static final String DAY = "from=2026-03-02&to=2026-03-03";
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
  void shouldAnswerForAttendeesOverAllCalendarsInOrderOfTime() {
    node.put("a", meeting("x", "2026-03-02T09:00:00Z", 0, "ann@example.org", "bob@example.org"));
    node.put("a", meeting("y", "2026-03-02T11:00:00Z", 0, "bob@example.org"));
    node.put("b", meeting("z", "2026-03-02T08:00:00Z", 0, "ann@example.org"));

    assertThat(uids("attendee=ann@example.org")).containsExactly("z", "x");
    assertThat(uids("attendee=MAILTO:Ann@Example.ORG")).containsExactly("z", "x");
    assertThat(uids("attendee=ann@example.org&attendee=bob@example.org"))
        .containsExactly("z", "x", "y");
    assertThat(uids("calendar=a&attendee=ann@example.org")).containsExactly("z", "x", "y");
    assertThat(uids("attendee=nobody@example.org")).isEmpty();
  }

  @Test
  void shouldTakeTheNewestCopyOfAMeetingAndAllWhenAsked() {
    node.put("a", meeting("x", "2026-03-02T09:00:00Z", 1, "ann@example.org"));
    node.put("b", meeting("x", "2026-03-02T15:00:00Z", 2, "ann@example.org"));

    Answer newest = node.get("/v1/occurrences?attendee=ann@example.org&" + DAY);
    Answer all = node.get("/v1/occurrences?attendee=ann@example.org&copies=all&" + DAY);

    assertThat(newest.each("occurrences", "calendar")).containsExactly("b");
    assertThat(all.each("occurrences", "calendar")).containsExactly("a", "b");
  }

  @Test
  void shouldLeaveOutWhatIsDeclinedUnlessAsked() {
    node.put(
        "a",
        Events.meeting(
            "x",
            "2026-03-02T09:00:00Z",
            0,
            Events.attendee("ann@example.org", ParticipationStatus.DECLINED),
            Events.accepted("bob@example.org")));

    assertThat(uids("attendee=ann@example.org")).isEmpty();
    assertThat(uids("attendee=ann@example.org&declined=true")).containsExactly("x");
    assertThat(uids("attendee=ann@example.org&attendee=bob@example.org")).containsExactly("x");
  }

  @Test
  void shouldCountTheAttendeesThatAnInstanceHas() {
    node.put(
        "a",
        Events.event(
            "s",
            Events.component(Events.utc("2026-03-01T09:00:00Z"))
                .setRules(List.of("FREQ=DAILY;COUNT=4"))
                .setAttendees(List.of(Events.accepted("bob@example.org"))),
            Events.override(
                Events.utc("2026-03-02T09:00:00Z"),
                Events.component(Events.utc("2026-03-02T10:00:00Z"))
                    .setAttendees(List.of(Events.accepted("guest@example.org"))))));

    Answer guest = node.get("/v1/occurrences?attendee=guest@example.org&" + MARCH);
    Answer bob = node.get("/v1/occurrences?attendee=bob@example.org&" + MARCH);

    assertThat(guest.each("occurrences", "start")).containsExactly("2026-03-02T10:00:00Z");
    assertThat(bob.each("occurrences", "start"))
        .containsExactly("2026-03-01T09:00:00Z", "2026-03-03T09:00:00Z", "2026-03-04T09:00:00Z");
  }

  @Test
  void shouldPageThroughWhatAttendeesHave() {
    node.put("a", recurring("x", "ann@example.org"));
    node.put("b", recurring("y", "bob@example.org"));
    String people = "attendee=ann@example.org&attendee=bob@example.org&" + MARCH;
    List<String> whole = node.get("/v1/occurrences?" + people).each("occurrences", "start");

    List<String> paged = new ArrayList<>();
    String cursor = "";
    do {
      Answer page = node.get("/v1/occurrences?limit=3&" + people + cursor);
      paged.addAll(page.each("occurrences", "start"));
      assertThat(page.json().get("changed").asBoolean()).isFalse();
      cursor = page.json().has("next") ? "&cursor=" + page.json().get("next").asText() : "";
    } while (!cursor.isEmpty());

    assertThat(paged).isEqualTo(whole).hasSize(10);
  }

  @Test
  void shouldNotLetThePageDecideWhichCopyIsTheNewest() {
    node.put("a", meeting("m", "2026-03-20T09:00:00Z", 1, "ann@example.org"));
    node.put("b", meeting("m", "2026-03-02T09:00:00Z", 2, "ann@example.org"));
    node.put("b", meeting("n", "2026-03-03T09:00:00Z", 0, "ann@example.org"));
    String path = "/v1/occurrences?limit=2&attendee=ann@example.org&" + MARCH;

    Answer page = node.get(path);

    assertThat(page.each("occurrences", "uid")).containsExactly("m", "n");
    assertThat(page.json().has("next")).isFalse();
  }

  @Test
  void shouldTakeAPostedQueryOfManyAttendees() {
    node.put("a", meeting("x", "2026-03-02T09:00:00Z", 0, "p999@example.org"));
    String thousand = attendees(1_000);
    String tooMany = attendees(1_001);

    Answer posted =
        node.post(
            "/v1/occurrences/query",
            "{\"attendees\":["
                + thousand
                + "],\"from\":\"2026-03-02\",\"to\":\"2026-03-03\","
                + "\"zone\":\"UTC\",\"limit\":5,\"copies\":\"newest\",\"declined\":false}");
    Answer refused =
        node.post(
            "/v1/occurrences/query",
            "{\"attendees\":[" + tooMany + "],\"from\":\"2026-03-02\",\"to\":\"2026-03-03\"}");

    assertThat(posted.each("occurrences", "uid")).containsExactly("x");
    assertThat(refused.problem()).isEqualTo("limit-exceeded");
    assertThat(refused.status()).isEqualTo(422);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "nonsense | no JSON",
        "[] | no JSON object",
        "{\"attendees\":\"ann\"} | name=attendees",
        "{\"attendees\":[1]} | name=attendees",
        "{\"attendees\":[],\"from\":\"2026-03-02\",\"to\":\"2026-03-03\"} | whom it asks for",
        "{\"attendee\":[\"a\"]} | name=attendee",
        "{\"attendees\":[\"a\"],\"from\":1} | name=from",
        "{\"attendees\":[\"a\"]} | missing=from,to",
        "{\"attendees\":[\"\"]} | 1 to 320",
        "{\"attendees\":[\"a\"],\"declined\":\"no\",\"from\":\"2026-03-02\"} | declined=no",
        "{\"attendees\":[\"a\"],\"from\":\"2026-03-02\",\"to\":\"2026-03-03\",\"copies\":\"some\"} | copies=some",
        "{} {} | behind the JSON object"
      })
  void shouldSayWhatIsWrongWithAPostedQuery(String body, String detail) {
    Answer answer = node.post("/v1/occurrences/query", body);

    assertThat(answer.status()).as(answer.body()).isEqualTo(400);
    assertThat(answer.json().get("detail").asText()).contains(detail);
  }

  @Test
  void shouldRefuseBodiesThatAreNoJsonOrTooLarge() {
    HttpRequest.Builder text =
        node.request("/v1/occurrences/query", "Content-Type", "text/plain")
            .POST(HttpRequest.BodyPublishers.ofString("{}"));
    String padding = " ".repeat(QuerySettings.DEFAULT_MAX_BODY_BYTES);

    assertThat(TestNode.send(text.build(), HttpResponse.BodyHandlers.ofString()).statusCode())
        .isEqualTo(415);
    assertThat(node.post("/v1/occurrences/query", padding + "{}").status()).isEqualTo(413);
    assertThat(node.post("/v1/occurrences/query", padding.substring(2) + "{}").status())
        .isEqualTo(400);
  }

  @Test
  void shouldTellAMissingCalendar() {
    assertThat(node.get("/v1/occurrences?calendar=none&" + DAY).problem())
        .isEqualTo("calendar-not-found");
  }

  @Test
  void shouldRefuseMoreEventsThanFitInMemory() throws IOException {
    try (TestNode small = new TestNode(TestNode.settings(Duration.ofSeconds(5), 2, 1_000))) {
      small.put("a", meeting("x", "2026-03-02T09:00:00Z", 0, "ann@example.org"));
      small.put("a", meeting("y", "2026-03-02T09:00:00Z", 0, "ann@example.org"));
      Answer two = small.get("/v1/occurrences?attendee=ann@example.org&" + DAY);
      small.put("a", meeting("z", "2026-03-02T09:00:00Z", 0, "ann@example.org"));
      Answer three = small.get("/v1/occurrences?attendee=ann@example.org&" + DAY);

      assertThat(two.status()).isEqualTo(200);
      assertThat(three.problem()).isEqualTo("limit-exceeded");
    }
  }

  @Test
  void shouldTellWhenAttendeesAndCalendarsAreBusy() {
    node.put("a", meeting("x", "2026-03-02T09:00:00Z", 0, "ann@example.org"));
    node.put("a", meeting("y", "2026-03-02T10:00:00Z", 0, "ann@example.org"));
    node.put(
        "a",
        Events.event(
            "t",
            Events.component(Events.utc("2026-03-02T10:30:00Z")).setStatus(EventStatus.TENTATIVE)));

    Answer answer =
        node.get(
            "/v1/freebusy?attendee=bob@example.org&attendee=ann@example.org&calendar=a&" + DAY);
    Answer posted =
        node.post(
            "/v1/freebusy",
            "{\"calendars\":[\"a\"],\"from\":\"2026-03-02T09:30:00Z\",\"to\":\"2026-03-02T10:00:00Z\"}");

    assertThat(answer.body())
        .startsWith(
            """
            {"freebusy":[{"attendee":"bob@example.org","busy":[]},\
            {"attendee":"ann@example.org","busy":[\
            {"start":"2026-03-02T09:00:00Z","end":"2026-03-02T11:00:00Z","type":"BUSY"}]},\
            {"calendar":"a","busy":[\
            {"start":"2026-03-02T09:00:00Z","end":"2026-03-02T11:00:00Z","type":"BUSY"},\
            {"start":"2026-03-02T11:00:00Z","end":"2026-03-02T11:30:00Z",\
            "type":"BUSY-TENTATIVE"}]}],"position":""");
    assertThat(posted.json().at("/freebusy/0/busy/0/start").asText())
        .isEqualTo("2026-03-02T09:30:00Z");
    assertThat(node.post("/v1/freebusy", "{\"attendees\":[\"a\"],\"limit\":1}").status())
        .isEqualTo(400);
  }

  private List<String> uids(String people) {
    Answer answer = node.get("/v1/occurrences?" + people + "&" + DAY);
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    return answer.each("occurrences", "uid");
  }

  private static String attendees(int number) {
    return IntStream.range(0, number)
        .mapToObj(i -> "\"p" + i + "@example.org\"")
        .collect(Collectors.joining(","));
  }

  private static org.kalends.schemas.avro.Event recurring(String uid, String attendee) {
    return Events.event(
        uid,
        Events.component(Events.utc("2026-03-01T09:00:00Z"))
            .setRules(List.of("FREQ=DAILY;COUNT=5"))
            .setAttendees(List.of(Events.accepted(attendee))));
  }

  private static org.kalends.schemas.avro.Event meeting(
      String uid, String start, int sequence, String... attendees) {
    return Events.meeting(
        uid,
        start,
        sequence,
        IntStream.range(0, attendees.length)
            .mapToObj(i -> Events.accepted(attendees[i]))
            .toArray(org.kalends.schemas.avro.Attendee[]::new));
  }
}
