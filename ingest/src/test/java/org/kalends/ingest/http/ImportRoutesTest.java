package org.kalends.ingest.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.kalends.ingest.SingleWriter.Mode;
import org.kalends.ingest.http.NodeInMemory.Answer;
import org.kalends.schemas.ConsistencyToken;
import org.kalends.schemas.avro.Rejection;

class ImportRoutesTest {
  private static final String PATH = "/v1/calendars/team/import";

  private final NodeInMemory node = new NodeInMemory(Duration.ofSeconds(1));
  private final NodeInMemory talkative = new NodeInMemory(Duration.ZERO);

  @AfterEach
  void close() {
    node.close();
    talkative.close();
  }

  @Test
  void shouldReportWhatBecameOfEachEvent() {
    node.write("PUT", "/v1/calendars/team/events/u0", Texts.one("u0", "SUMMARY:Number 0"));
    node.write("PUT", "/v1/calendars/team/events/u1", Texts.one("u1", "SUMMARY:Old"));

    Answer answer = node.write("POST", PATH, Texts.many(5));

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.header("Content-Type")).isEqualTo("application/x-ndjson");
    JsonNode report = answer.lastLine();
    assertThat(report.get("created").asInt()).isEqualTo(3);
    assertThat(report.get("updated").asInt()).isEqualTo(1);
    assertThat(report.get("unchanged").asInt()).isEqualTo(1);
    assertThat(report.get("rejected")).isEmpty();
    assertThat(report.get("tolerated")).isEmpty();
    assertThat(report.get("seconds").isNumber()).isTrue();
    assertThat(ConsistencyToken.decode(report.get("token").asText()).seq()).isEqualTo(6);
  }

  @Test
  void shouldFindEverythingUnchangedTheSecondTime() {
    String text = Texts.many(100);
    node.write("POST", PATH, text);

    JsonNode again = node.write("POST", PATH, text).lastLine();

    assertThat(again.get("unchanged").asInt()).isEqualTo(100);
    assertThat(again.get("created").asInt()).isZero();
    assertThat(again.get("token").asText()).isNotEmpty();
  }

  @Test
  void shouldRejectFaultyEventsAndTakeTheOthers() {
    node.writer.reject(
        "w",
        Rejection.newBuilder()
            .setType("invalid-event")
            .setDetail("Not this one")
            .setProperty("SUMMARY")
            .setRule("a rule")
            .build());
    String text =
        Texts.calendar(
            Texts.event("good"),
            Texts.event("bad", "RRULE:FREQ=WEEKLY;INTERVAL=0"),
            Texts.event("w", "SUMMARY:x"));

    JsonNode report = node.write("POST", PATH, text).lastLine();

    assertThat(report.get("created").asInt()).isEqualTo(1);
    assertThat(report.get("rejectedCount").asInt()).isEqualTo(2);
    JsonNode bad = rejected(report, "bad");
    assertThat(bad.get("line").asInt()).isEqualTo(13);
    assertThat(bad.get("property").asText()).isEqualTo("RRULE");
    assertThat(bad.get("rule").asText()).contains("5545");
    JsonNode byWriter = rejected(report, "w");
    assertThat(byWriter.get("line").asInt()).isEqualTo(19);
    assertThat(byWriter.get("why").asText()).isEqualTo("Not this one");
    assertThat(byWriter.get("type").asText()).isEqualTo("urn:kalends:problem:invalid-event");
    assertThat(node.writer.uids("team")).containsExactly("good");
  }

  @Test
  void shouldListWhatItTolerated() {
    String text = Texts.one("u1", "DTEND;TZID=Europe/Berlin:20260302T100000Z");

    JsonNode report = node.write("POST", PATH, text).lastLine();

    assertThat(report.get("created").asInt()).isEqualTo(1);
    assertThat(report.get("toleratedCount").asInt()).isPositive();
    assertThat(report.get("tolerated").get(0).get("what").asText()).isNotEmpty();
    assertThat(report.get("tolerated").get(0).get("line").asInt()).isPositive();
  }

  @Test
  void shouldRefuseWhatIsNoCalendarBeforeAnythingIsPublished() {
    String cutOff = Texts.many(3).replace("END:VCALENDAR\r\n", "");
    for (String text : List.of("no calendar", "", cutOff)) {
      Answer answer = node.write("POST", PATH, text);
      assertThat(answer.status()).as(text).isEqualTo(422);
      assertThat(answer.problemType()).isEqualTo("invalid-calendar");
    }
    assertThat(node.writer.published()).isEmpty();
  }

  @Test
  void shouldReportOnACalendarWithoutEvents() {
    JsonNode report = node.write("POST", PATH, Texts.calendar()).lastLine();

    assertThat(report.get("created").asInt()).isZero();
    assertThat(report.has("token")).isFalse();
  }

  @Test
  void shouldPackManyEventsIntoFewSets() {
    JsonNode report = node.write("POST", PATH, Texts.many(3_000)).lastLine();

    assertThat(report.get("created").asInt()).isEqualTo(3_000);
    assertThat(ConsistencyToken.decode(report.get("token").asText()).seq()).isEqualTo(3_000);
  }

  @Test
  void shouldInflateGzipUpToTheLimit() {
    String text = Texts.one("u1");
    String atLimit = text + "\r\n".repeat((int) (NodeInMemory.MAX_TEXT_BYTES - text.length()) / 2);

    Answer taken = importGzip(NodeInMemory.gzip(atLimit));
    Answer above = importGzip(NodeInMemory.gzip(atLimit + "\r\n"));

    assertThat(taken.lastLine().get("created").asInt()).isEqualTo(1);
    assertThat(above.status()).isEqualTo(413);
    assertThat(above.problemType()).isEqualTo("body-too-large");
  }

  @Test
  void shouldRefuseOtherMediaTypes() {
    Answer answer =
        node.send("POST", PATH, BodyPublishers.ofString("{}"), "Content-Type", "application/json");

    assertThat(answer.status()).isEqualTo(415);
  }

  @Test
  void shouldTellItsProgress() {
    List<JsonNode> lines = talkative.write("POST", PATH, Texts.many(50)).lines();

    assertThat(lines).hasSizeGreaterThanOrEqualTo(51);
    JsonNode progress = lines.get(20);
    assertThat(progress.get("read").asInt()).isEqualTo(21);
    assertThat(progress.get("rejected").isInt()).isTrue();
    assertThat(progress.has("token")).isFalse();
    assertThat(lines.getLast().get("created").asInt()).isEqualTo(50);
  }

  @Test
  void shouldTellItsProgressWhileItWaitsForResults() throws Exception {
    node.writer.mode(Mode.HOLD);
    CompletableFuture<Answer> running =
        CompletableFuture.supplyAsync(() -> node.write("POST", PATH, Texts.one("u1")));
    assertThat(running.copy().completeOnTimeout(null, 1_500, TimeUnit.MILLISECONDS).get()).isNull();

    node.writer.answerNext();

    List<JsonNode> lines = running.get(10, TimeUnit.SECONDS).lines();
    assertThat(lines).hasSize(2);
    assertThat(lines.getFirst().get("read").asInt()).isEqualTo(1);
    assertThat(lines.getLast().get("created").asInt()).isEqualTo(1);
  }

  @Test
  void shouldEndWithAnErrorWhenResultsDoNotCome() {
    node.writer.mode(Mode.LOSE_RESULTS);

    Answer answer = node.write("POST", PATH, Texts.many(10));

    JsonNode error = answer.lastLine().get("error");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(error.get("type").asText()).isEqualTo("urn:kalends:problem:result-timeout");
    assertThat(error.get("status").asInt()).isEqualTo(504);
    assertThat(error.get("detail").asText()).contains("The change is stored");
    assertThat(answer.lastLine().get("created").asInt()).isZero();
  }

  @Test
  void shouldPublishNoMoreOnceAChangeHasFailed() {
    node.writer.modeAfter(2, Mode.NOT_STORED);

    JsonNode last = node.write("POST", PATH, Texts.many(20_000)).lastLine();

    assertThat(last.get("error").get("status").asInt()).isEqualTo(503);
    assertThat(last.get("read").asInt()).isLessThan(20_000);
    assertThat(last.get("created").asInt()).isPositive();
  }

  @Test
  void shouldStopWhenTheClientIsGone() throws Exception {
    talkative.writer.mode(Mode.HOLD);
    byte[] text = Texts.many(20_000).getBytes(StandardCharsets.UTF_8);
    try (Socket socket = new Socket("localhost", talkative.port())) {
      OutputStream out = socket.getOutputStream();
      String head =
          "POST "
              + PATH
              + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/calendar\r\nContent-Length: "
              + text.length
              + "\r\n\r\n";
      out.write(head.getBytes(StandardCharsets.US_ASCII));
      out.write(text);
      out.flush();
      assertThat(socket.getInputStream().read()).isEqualTo('H');
      // the connection is reset, not closed in order
      socket.setSoLinger(true, 0);
    }
    talkative.writer.mode(Mode.ANSWER);
    String over = null;
    while (over == null) {
      if (talkative.writer.held() > 0) {
        talkative.writer.answerNext();
      }
      over = talkative.answered.poll(20, TimeUnit.MILLISECONDS);
    }

    assertThat(talkative.writer.uids("team")).hasSizeLessThan(20_000);
  }

  @Test
  void shouldReadABodyOfUnknownLength() {
    byte[] text = Texts.many(20).getBytes(StandardCharsets.UTF_8);

    Answer answer =
        node.send(
            "POST",
            PATH,
            BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(text)),
            "Content-Type",
            "text/calendar");

    assertThat(answer.lastLine().get("created").asInt()).isEqualTo(20);
  }

  private Answer importGzip(byte[] body) {
    return node.send(
        "POST",
        PATH,
        BodyPublishers.ofByteArray(body),
        "Content-Type",
        "text/calendar",
        "Content-Encoding",
        "gzip");
  }

  private static JsonNode rejected(JsonNode report, String uid) {
    for (JsonNode each : report.get("rejected")) {
      if (each.get("uid").asText().equals(uid)) {
        return each;
      }
    }
    throw new AssertionError("not rejected: " + uid + " in " + report);
  }
}
