package org.kalends.ingest.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kalends.ingest.SingleWriter.Mode;
import org.kalends.ingest.http.NodeInMemory.Answer;
import org.kalends.schemas.ConsistencyToken;
import org.kalends.schemas.avro.Rejection;

class EventRoutesTest {
  private static final String PATH = "/v1/calendars/team/events/u1";

  private final NodeInMemory node = new NodeInMemory(Duration.ofSeconds(1));

  @AfterEach
  void close() {
    node.close();
  }

  @Test
  void shouldTellCreatedReplacedAndUnchangedApart() {
    Answer created = node.write("PUT", PATH, Texts.one("u1"));
    Answer unchanged = node.write("PUT", PATH, Texts.one("u1"));
    Answer replaced = node.write("PUT", PATH, Texts.one("u1", "SUMMARY:New"));

    assertThat(created.status()).isEqualTo(201);
    assertThat(created.header("ETag")).matches("\"[0-9a-f]{32}\"");
    assertThat(created.body()).isEmpty();
    assertThat(ConsistencyToken.decode(created.header("Kalends-Token")).seq()).isEqualTo(1);
    assertThat(unchanged.status()).isEqualTo(200);
    assertThat(unchanged.header("ETag")).isEqualTo(created.header("ETag"));
    assertThat(replaced.status()).isEqualTo(200);
    assertThat(replaced.header("ETag")).isNotEqualTo(created.header("ETag"));
  }

  @Test
  void shouldHandPreconditionsToTheSingleWriter() {
    String etag = node.write("PUT", PATH, Texts.one("u1")).header("ETag");
    String text = Texts.one("u1", "SUMMARY:New");

    Answer there = node.write("PUT", PATH, text, "If-None-Match", "*");
    Answer stale = node.write("PUT", PATH, text, "If-Match", "\"" + "0".repeat(32) + "\"");
    Answer weak = node.write("PUT", PATH, text, "If-Match", "W/" + etag);
    Answer fresh = node.write("PUT", PATH, text, "If-Match", etag);
    Answer staleDelete = node.delete(PATH, "If-Match", etag);
    Answer deleted = node.delete(PATH, "If-Match", "*");

    assertThat(List.of(there, stale, weak, fresh, staleDelete, deleted))
        .extracting(Answer::status)
        .containsExactly(412, 412, 412, 200, 412, 204);
    assertThat(there.problemType()).isEqualTo("precondition-failed");
    assertThat(node.writer.published()).hasSize(7);
  }

  @ParameterizedTest
  @ValueSource(strings = {"abc", "\"a\", \"b\"", "\"", ""})
  void shouldRefuseAnIfMatchThatIsNotOneEtag(String ifMatch) {
    Answer answer = node.write("PUT", PATH, Texts.one("u1"), "If-Match", ifMatch);

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.problem().get("detail").asText()).contains("If-Match takes one etag");
  }

  @Test
  void shouldRefuseAnEtagInIfNoneMatch() {
    assertThat(node.write("PUT", PATH, Texts.one("u1"), "If-None-Match", "\"a\"").status())
        .isEqualTo(400);
  }

  @Test
  void shouldTakeAnyUidInThePath() {
    String path = "/v1/calendars/team/events/a%2Fb%20c%25%C3%A4%3B%3F";

    Answer answer = node.write("PUT", path, Texts.one("a/b c%ä\\;?"));

    assertThat(answer.status()).as(answer.body()).isEqualTo(201);
    assertThat(node.writer.uids("team")).containsExactly("a/b c%ä;?");
    assertThat(node.delete(path).status()).isEqualTo(204);
  }

  @Test
  void shouldTakeExactlyTheEventOfThePath() {
    Answer other = node.write("PUT", PATH, Texts.one("other"));
    Answer two = node.write("PUT", PATH, Texts.calendar(Texts.event("u1"), Texts.event("u2")));
    Answer none = node.write("PUT", PATH, Texts.calendar());

    assertThat(other.status()).isEqualTo(422);
    assertThat(other.problemType()).isEqualTo("uid-mismatch");
    assertThat(other.problem().get("detail").asText()).contains("uid=u1", "found=other");
    assertThat(two.problemType()).isEqualTo("uid-mismatch");
    assertThat(none.status()).isEqualTo(422);
    assertThat(none.problemType()).isEqualTo("invalid-calendar");
    assertThat(node.writer.published()).isEmpty();
  }

  @Test
  void shouldNameLinePropertyAndRuleOfAFault() {
    Answer answer = node.write("PUT", PATH, Texts.one("u1", "RRULE:FREQ=WEEKLY;INTERVAL=0"));

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.problem().get("line").asInt()).isEqualTo(8);
    assertThat(answer.problem().get("property").asText()).isEqualTo("RRULE");
    assertThat(answer.problem().get("rule").asText()).contains("5545");
    assertThat(node.writer.published()).isEmpty();
  }

  @Test
  void shouldGiveTheWritersRejectionItsLine() {
    node.writer.reject(
        "u1",
        Rejection.newBuilder()
            .setType("limit-exceeded")
            .setDetail("Too many of them; count=9")
            .setProperty("SUMMARY")
            .setRule("a limit")
            .build());

    Answer answer = node.write("PUT", PATH, Texts.one("u1", "DURATION:PT1H", "SUMMARY:x"));

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.problemType()).isEqualTo("limit-exceeded");
    assertThat(answer.problem().get("line").asInt()).isEqualTo(9);
    assertThat(answer.problem().get("detail").asText()).isEqualTo("Too many of them; count=9");
  }

  @ParameterizedTest
  @ValueSource(strings = {"this is no calendar", "", "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"})
  void shouldRefuseWhatIsNoCalendar(String text) {
    Answer answer = node.write("PUT", PATH, text);

    assertThat(answer.status()).as(answer.body()).isEqualTo(422);
    assertThat(answer.problemType()).isEqualTo("invalid-calendar");
  }

  @Test
  void shouldRefuseOtherMediaTypes() {
    byte[] text = Texts.one("u1").getBytes(StandardCharsets.UTF_8);
    for (String type :
        List.of("text/plain", "application/json", "text/calendar; charset=iso-8859-1")) {
      Answer answer =
          node.send("PUT", PATH, BodyPublishers.ofByteArray(text), "Content-Type", type);
      assertThat(answer.status()).as(type).isEqualTo(415);
      assertThat(answer.problemType()).isEqualTo("unsupported-media-type");
    }
    assertThat(node.send("PUT", PATH, BodyPublishers.ofByteArray(text)).status()).isEqualTo(415);
    assertThat(node.write("PUT", PATH, "x", "Content-Encoding", "br").status()).isEqualTo(415);
  }

  @Test
  void shouldTakeParametersOfTheMediaType() {
    Answer answer =
        node.send(
            "PUT",
            PATH,
            BodyPublishers.ofString(Texts.one("u1")),
            "Content-Type",
            "Text/Calendar; component=VEVENT; charset=\"UTF-8\"");

    assertThat(answer.status()).isEqualTo(201);
  }

  @Test
  void shouldInflateGzip() {
    byte[] gzip = NodeInMemory.gzip(Texts.one("u1"));

    assertThat(putGzip(gzip).status()).isEqualTo(201);
    Answer cutOff = putGzip(Arrays.copyOf(gzip, gzip.length / 2));
    Answer garbage = putGzip("no gzip at all".getBytes(StandardCharsets.UTF_8));

    assertThat(cutOff.status()).isEqualTo(400);
    assertThat(garbage.status()).isEqualTo(400);
    assertThat(garbage.problem().get("detail").asText()).contains("no gzip");
  }

  @Test
  void shouldTakeBodiesUpToTheLimit() {
    String text = Texts.one("u1");
    String atLimit = text + "\r\n".repeat((EventRoutes.MAX_BODY_BYTES - text.length()) / 2);
    String above = atLimit + "\r\n";

    Answer taken = node.write("PUT", PATH, atLimit);
    Answer announced = node.write("PUT", PATH, above);
    Answer streamed =
        node.send(
            "PUT",
            PATH,
            BodyPublishers.ofInputStream(
                () -> new ByteArrayInputStream(above.getBytes(StandardCharsets.UTF_8))),
            "Content-Type",
            "text/calendar");
    Answer inflated = putGzip(NodeInMemory.gzip(above));

    assertThat(taken.status()).as(taken.body()).isEqualTo(201);
    assertThat(List.of(announced, streamed, inflated))
        .allSatisfy(answer -> assertThat(answer.status()).isEqualTo(413))
        .allSatisfy(
            answer ->
                assertThat(answer.problem().get("detail").asText())
                    .contains("limitBytes=" + EventRoutes.MAX_BODY_BYTES));
  }

  @Test
  void shouldAnswerAsSoonAsItIsStoredWhenAsked() {
    node.writer.mode(Mode.HOLD);

    Answer answer = node.write("PUT", PATH, Texts.one("u1"), "Prefer", "wait=5, respond-async");

    assertThat(answer.status()).isEqualTo(202);
    assertThat(answer.header("Preference-Applied")).isEqualTo("respond-async");
    assertThat(node.writer.published().getFirst().getWaitedFor()).isFalse();
    node.writer.answerNext();
    assertThat(node.writer.uids("team")).containsExactly("u1");
  }

  @Test
  void shouldTellWhatIsKnownWhenThereIsNoOutcome() {
    node.writer.mode(Mode.LOSE_RESULTS);
    Answer unknown = node.write("PUT", PATH, Texts.one("u1"));
    node.writer.mode(Mode.NOT_STORED);
    Answer notStored = node.write("PUT", PATH, Texts.one("u1"));
    Answer notStoredAsync = node.write("PUT", PATH, Texts.one("u1"), "Prefer", "respond-async");

    assertThat(unknown.status()).isEqualTo(504);
    assertThat(unknown.problemType()).isEqualTo("result-timeout");
    assertThat(unknown.problem().get("detail").asText()).contains("The change is stored");
    assertThat(notStored.status()).isEqualTo(503);
    assertThat(notStored.header("Retry-After")).isEqualTo("1");
    assertThat(notStoredAsync.status()).isEqualTo(503);
  }

  @Test
  void shouldDeleteEventsAndCalendars() {
    node.write("PUT", PATH, Texts.one("u1"));
    node.write("PUT", "/v1/calendars/team/events/u2", Texts.one("u2"));

    Answer event = node.delete(PATH);
    Answer eventAgain = node.delete(PATH);
    Answer calendar = node.delete("/v1/calendars/team");
    Answer calendarAgain = node.delete("/v1/calendars/team");

    assertThat(List.of(event, eventAgain, calendar, calendarAgain))
        .extracting(Answer::status)
        .containsExactly(204, 404, 204, 404);
    assertThat(eventAgain.problemType()).isEqualTo("event-not-found");
    assertThat(calendarAgain.problemType()).isEqualTo("calendar-not-found");
    assertThat(ConsistencyToken.decode(calendar.header("Kalends-Token")).seq()).isEqualTo(4);
  }

  @Test
  void shouldRefuseConditionsOnTheDeletionOfACalendar() {
    node.write("PUT", PATH, Texts.one("u1"));

    Answer match = node.delete("/v1/calendars/team", "If-Match", "\"nope\"");
    Answer none = node.delete("/v1/calendars/team", "If-None-Match", "*");

    assertThat(List.of(match, none)).extracting(Answer::status).containsOnly(400);
    assertThat(match.body()).contains("header=If-Match");
    assertThat(node.delete("/v1/calendars/team").status()).isEqualTo(204);
  }

  @Test
  void shouldRefuseSeveralEtags() {
    node.write("PUT", PATH, Texts.one("u1"));

    assertThat(node.delete(PATH, "If-Match", "*", "If-Match", "\"nope\"").status()).isEqualTo(400);
    assertThat(node.delete(PATH, "If-Match", "*").status()).isEqualTo(204);
  }

  @Test
  void shouldRefuseNamesThatBreakTheirRule() {
    assertThat(node.delete("/v1/calendars/a%20b").status()).isEqualTo(400);
    assertThat(node.write("PUT", "/v1/calendars/a:b/events/u1", Texts.one("u1")).status())
        .isEqualTo(400);
    String longUid = "u".repeat(256);
    Answer tooLong = node.write("PUT", "/v1/calendars/team/events/" + longUid, Texts.one(longUid));
    assertThat(tooLong.status()).isEqualTo(400);
    assertThat(tooLong.problem().get("detail").asText()).contains("bytes=256");
    assertThat(node.delete(PATH + "?force=true").status()).isEqualTo(400);
  }

  private Answer putGzip(byte[] body) {
    return node.send(
        "PUT",
        PATH,
        BodyPublishers.ofByteArray(body),
        "Content-Type",
        "text/calendar",
        "Content-Encoding",
        "gzip");
  }
}
