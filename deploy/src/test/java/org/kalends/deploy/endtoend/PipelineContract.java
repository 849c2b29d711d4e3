package org.kalends.deploy.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.kalends.deploy.endtoend.HttpCalls.Answer;
import org.kalends.schemas.DeadLetterHeaders;
import org.kalends.schemas.RecordCodec;
import org.kalends.schemas.Topics;
import org.kalends.schemas.avro.CalendarChange;
import org.kalends.schemas.avro.CalendarTime;
import org.kalends.schemas.avro.Change;
import org.kalends.schemas.avro.ChangeAction;
import org.kalends.schemas.avro.Component;
import org.kalends.schemas.avro.Event;
import org.kalends.schemas.avro.EventDuration;
import org.kalends.schemas.avro.TimeForm;

/** What holds on every broker. Each test has calendars and people of its own. */
abstract class PipelineContract {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String MARCH = "from=2026-03-01&to=2026-03-16&zone=Europe/Berlin";

  abstract HttpCalls http();

  abstract String bootstrapServers();

  @Test
  void shouldAnswerOccurrencesOfAnEventThatWasPut() {
    Answer put = http().put("basic", "standup@basic", Texts.standup("standup@basic", "Standup"));

    assertThat(put.status()).as(put.body()).isEqualTo(201);
    assertThat(put.header("ETag")).matches("\"[0-9a-f]{32}\"");
    JsonNode page = read("/v1/calendars/basic/occurrences?" + MARCH, put);
    assertThat(page.get("occurrences")).hasSize(2);
    JsonNode first = page.get("occurrences").get(0);
    assertThat(first.get("start").asText()).isEqualTo("2026-03-02T08:00:00Z");
    assertThat(first.get("end").asText()).isEqualTo("2026-03-02T08:30:00Z");
    assertThat(first.get("recurrenceId").asText()).isEqualTo("2026-03-02T08:00:00Z");
    assertThat(first.get("zone").asText()).isEqualTo("Europe/Berlin");
    assertThat(first.get("summary").asText()).isEqualTo("Standup");
    assertThat(page.has("next")).isFalse();
  }

  @Test
  void shouldGiveTheEventBackAsTextAndAsJson() {
    Answer put = http().put("byid", "a/b c@byid", Texts.standup("a/b c@byid", "By id"));
    String path = HttpCalls.eventPath("byid", "a/b c@byid");

    Answer text =
        http().get(path, "Accept", "text/calendar", "Kalends-After", put.header("Kalends-Token"));
    assertThat(text.status()).as(text.body()).isEqualTo(200);
    assertThat(text.body())
        .contains("BEGIN:VCALENDAR", "UID:a/b c@byid", "RRULE:FREQ=WEEKLY", "SUMMARY:By id");
    assertThat(text.header("ETag")).isEqualTo(put.header("ETag"));
    Answer json = http().get(path, "Accept", "application/json");
    assertThat(json.json().get("uid").asText()).isEqualTo("a/b c@byid");
  }

  @Test
  void shouldDecidePreconditionsInOrder() {
    Answer created =
        http().put("cond", "x@cond", Texts.standup("x@cond", "One"), "If-None-Match", "*");
    Answer again =
        http().put("cond", "x@cond", Texts.standup("x@cond", "Two"), "If-None-Match", "*");
    Answer stale =
        http()
            .put(
                "cond",
                "x@cond",
                Texts.standup("x@cond", "Two"),
                "If-Match",
                "\"" + "0".repeat(32) + "\"");
    Answer updated =
        http()
            .put(
                "cond",
                "x@cond",
                Texts.standup("x@cond", "Two"),
                "If-Match",
                created.header("ETag"));
    Answer unchanged = http().put("cond", "x@cond", Texts.standup("x@cond", "Two"));
    Answer staleDelete =
        http().delete(HttpCalls.eventPath("cond", "x@cond"), "If-Match", created.header("ETag"));
    Answer deleted =
        http().delete(HttpCalls.eventPath("cond", "x@cond"), "If-Match", updated.header("ETag"));
    Answer gone = http().delete(HttpCalls.eventPath("cond", "x@cond"));

    assertThat(List.of(created, again, stale, updated, unchanged, staleDelete, deleted, gone))
        .extracting(Answer::status)
        .containsExactly(201, 412, 412, 200, 200, 412, 204, 404);
    assertThat(unchanged.header("ETag")).isEqualTo(updated.header("ETag"));
    assertThat(again.header("Content-Type")).isEqualTo("application/problem+json");
  }

  @Test
  void shouldLetOneOfManyWritersWin() {
    List<CompletableFuture<Answer>> writers =
        IntStream.range(0, 8)
            .mapToObj(
                i ->
                    CompletableFuture.supplyAsync(
                        () ->
                            http()
                                .put(
                                    "race",
                                    "x@race",
                                    Texts.standup("x@race", "Writer " + i),
                                    "If-None-Match",
                                    "*")))
            .toList();

    List<Integer> statuses =
        writers.stream().map(CompletableFuture::join).map(Answer::status).sorted().toList();

    assertThat(statuses).containsExactly(201, 412, 412, 412, 412, 412, 412, 412);
  }

  @Test
  void shouldAnswerForAttendeesAcrossCalendars() {
    Answer one = http().put("people-a", "m1@people", Texts.standup("m1@people", "One"));
    Answer two = http().put("people-b", "m2@people", Texts.standup("m2@people", "Two"));
    String tokens = one.header("Kalends-Token") + "," + two.header("Kalends-Token");

    JsonNode both =
        http()
            .get(
                "/v1/occurrences?attendee=ANN.m1@people&attendee=mailto:ann.m2@people&" + MARCH,
                "Kalends-After",
                tokens)
            .json();
    JsonNode declined =
        http()
            .get("/v1/occurrences?attendee=bob.m1@people&" + MARCH, "Kalends-After", tokens)
            .json();
    JsonNode all =
        http()
            .get(
                "/v1/occurrences?attendee=bob.m1@people&declined=true&" + MARCH,
                "Kalends-After",
                tokens)
            .json();
    JsonNode posted =
        http()
            .post(
                "/v1/occurrences/query",
                "{\"attendees\":[\"ann.m1@people\"],\"from\":\"2026-03-01\",\"to\":\"2026-03-16\",\"zone\":\"Europe/Berlin\"}",
                "Kalends-After",
                tokens)
            .json();

    assertThat(both.get("occurrences"))
        .extracting(o -> o.get("uid").asText())
        .containsExactly("m1@people", "m2@people", "m1@people", "m2@people");
    assertThat(declined.get("occurrences")).isEmpty();
    assertThat(all.get("occurrences")).hasSize(2);
    assertThat(posted.get("occurrences")).hasSize(2);
  }

  @Test
  void shouldMoveAnAttendeesEntryWithTheEvent() {
    http().put("moves", "m@moves", Texts.standup("m@moves", "Before"));
    String later =
        Texts.calendar(
            Texts.event(
                "m@moves",
                "DTSTART:20260401T100000Z",
                "DURATION:PT1H",
                "ATTENDEE:mailto:ann.m@moves"));
    Answer moved = http().put("moves", "m@moves", later);

    JsonNode ann =
        read("/v1/occurrences?attendee=ann.m@moves&from=2026-01-01&to=2027-01-01", moved);
    JsonNode bob =
        read(
            "/v1/occurrences?attendee=bob.m@moves&declined=true&from=2026-01-01&to=2027-01-01",
            moved);

    assertThat(ann.get("occurrences"))
        .extracting(o -> o.get("start").asText())
        .containsExactly("2026-04-01T10:00:00Z");
    assertThat(bob.get("occurrences")).isEmpty();
  }

  @Test
  void shouldImportAndReport() {
    String text =
        Texts.calendar(
            Texts.event("good@import", "DTSTART:20260302T090000Z", "DURATION:PT1H"),
            Texts.event("bad@import", "DTSTART:20260302T090000Z", "DTEND:20260301T090000Z"));

    Answer first = http().importText("import", text);
    JsonNode report = first.lastLine();
    JsonNode again = http().importText("import", text).lastLine();

    assertThat(first.status()).isEqualTo(200);
    assertThat(report.get("created").asInt()).isEqualTo(1);
    assertThat(report.get("rejected")).hasSize(1);
    JsonNode rejected = report.get("rejected").get(0);
    assertThat(rejected.get("uid").asText()).isEqualTo("bad@import");
    assertThat(rejected.get("line").asInt()).isBetween(11, 14);
    assertThat(rejected.get("why").asText()).contains("DTEND");
    assertThat(report.get("token").asText()).isNotEmpty();
    assertThat(again.get("unchanged").asInt()).isEqualTo(1);
    assertThat(again.get("created").asInt()).isZero();
  }

  @Test
  void shouldPageThroughAnImportWithoutGapOrRepeat() {
    JsonNode report = http().importText("pages", Texts.many("p", 1_000)).lastLine();
    assertThat(report.get("created").asInt()).isEqualTo(1_000);
    Set<String> seen = new HashSet<>();
    List<String> starts = new ArrayList<>();
    String cursor = "";
    do {
      JsonNode page =
          http()
              .get(
                  "/v1/calendars/pages/occurrences?from=2026-01-01&to=2026-02-01&limit=170"
                      + cursor,
                  "Kalends-After",
                  report.get("token").asText())
              .json();
      page.get("occurrences").forEach(o -> starts.add(o.get("start").asText()));
      page.get("occurrences").forEach(o -> assertThat(seen.add(o.get("uid").asText())).isTrue());
      cursor = page.has("next") ? "&cursor=" + HttpCalls.encoded(page.get("next").asText()) : "";
    } while (!cursor.isEmpty());

    assertThat(seen).hasSize(1_000);
    assertThat(starts).isSorted();
    assertThat(http().get("/v1/calendars/pages").json().get("events").asInt()).isEqualTo(1_000);
  }

  @Test
  void shouldDeleteACalendarAndTakeANewOneOfItsName() {
    http().importText("gone", Texts.many("g", 50));
    Answer deleted = http().delete("/v1/calendars/gone");
    Answer read =
        http()
            .get(
                "/v1/calendars/gone/occurrences?from=2026-01-01&to=2026-02-01",
                "Kalends-After",
                deleted.header("Kalends-Token"));
    Answer again = http().delete("/v1/calendars/gone");
    Answer anew = http().put("gone", "new@gone", Texts.standup("new@gone", "New"));

    assertThat(deleted.status()).isEqualTo(204);
    assertThat(read.status()).isEqualTo(404);
    assertThat(again.status()).isEqualTo(404);
    assertThat(anew.status()).isEqualTo(201);
    assertThat(read("/v1/calendars/gone/events", anew).get("events")).hasSize(1);
  }

  @Test
  void shouldSetGarbageAsideAndGoOn() throws Exception {
    byte[] garbage = "this is no change".getBytes(StandardCharsets.UTF_8);
    try (KafkaProducer<String, byte[]> producer = producer()) {
      producer
          .send(new ProducerRecord<>(Topics.CALENDAR_CHANGES.topicName(), "garbage", garbage))
          .get();
      producer
          .send(
              new ProducerRecord<>(
                  Topics.CALENDAR_CHANGES.topicName(), "garbage", changeOf("good@garbage")))
          .get();
    }

    assertThat(eventually(HttpCalls.eventPath("garbage", "good@garbage"))).isEqualTo(200);
    List<ConsumerRecord<byte[], byte[]>> letters = deadLetters("garbage");
    assertThat(letters).hasSize(1);
    assertThat(letters.getFirst().value()).isEqualTo(garbage);
    assertThat(header(letters.getFirst(), DeadLetterHeaders.TOPIC))
        .isEqualTo(Topics.CALENDAR_CHANGES.topicName());
    assertThat(header(letters.getFirst(), DeadLetterHeaders.REASON)).contains("CalendarChange");
    JsonNode page =
        http().get("/v1/calendars/garbage/occurrences?from=2026-03-02&to=2026-03-03").json();
    assertThat(page.get("occurrences")).hasSize(1);
  }

  @Test
  void shouldTellBadQuestionsFromMissingThings() {
    http().put("bad", "x@bad", Texts.standup("x@bad", "X"));
    Map<String, Integer> questions =
        Map.of(
            "/v1/calendars/bad/occurrences?from=2026-03-02&to=2026-03-01", 400,
            "/v1/calendars/bad/occurrences?from=2026-03-01&to=2026-03-01", 400,
            "/v1/calendars/bad/occurrences?to=2026-03-01", 400,
            "/v1/calendars/bad/occurrences?from=soon&to=2026-03-01", 400,
            "/v1/calendars/bad/occurrences?from=2026-03-01&to=2026-03-02&zone=Mars/Base", 400,
            "/v1/calendars/bad/occurrences?from=2026-03-01&to=2026-03-02&cursor=zzz", 400,
            "/v1/calendars/bad/occurrences?from=2026-03-01&to=2026-03-02&limit=0", 400,
            "/v1/calendars/nobody/occurrences?from=2026-03-01&to=2026-03-02", 404,
            "/v1/calendars/bad/events/nothing", 404,
            "/v1/occurrences?attendee=nobody@nowhere&from=2026-03-01&to=2026-03-02", 200);

    questions.forEach(
        (question, status) -> {
          Answer answer = http().get(question);
          assertThat(answer.status()).as("%s: %s", question, answer.body()).isEqualTo(status);
          if (status >= 400) {
            assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
            assertThat(answer.json().get("detail").asText()).isNotEmpty();
          }
        });
  }

  @Test
  void shouldNameLinePropertyAndRuleOfAFault() {
    String text =
        Texts.calendar(
            Texts.event("x@fault", "DTSTART:20260302T090000Z", "RRULE:FREQ=WEEKLY;INTERVAL=0"));

    Answer answer = http().put("fault", "x@fault", text);

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.json().get("line").asInt()).isEqualTo(8);
    assertThat(answer.json().get("property").asText()).isEqualTo("RRULE");
    assertThat(answer.json().get("rule").asText()).contains("5545");
    assertThat(http().get("/v1/calendars/fault").status()).isEqualTo(404);
  }

  @Test
  void shouldRefuseTextOfAnotherUid() {
    Answer answer = http().put("mismatch", "other@mismatch", Texts.standup("x@mismatch", "X"));

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.json().get("type").asText()).isEqualTo("urn:kalends:problem:uid-mismatch");
  }

  private JsonNode read(String path, Answer write) {
    Answer answer = http().get(path, "Kalends-After", write.header("Kalends-Token"));
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    return answer.json();
  }

  private int eventually(String path) {
    Instant deadline = Instant.now().plus(PATIENCE);
    int status = http().get(path).status();
    while (status != 200 && Instant.now().isBefore(deadline)) {
      status = http().get(path).status();
    }
    return status;
  }

  private static byte[] changeOf(String uid) {
    Component master =
        Component.newBuilder()
            .setStart(
                new CalendarTime(
                    TimeForm.UTC, Instant.parse("2026-03-02T09:00:00Z").getEpochSecond(), null))
            .setDuration(new EventDuration(0, 3_600L))
            .setSummary("From a plain producer")
            .build();
    Change put =
        Change.newBuilder()
            .setAction(ChangeAction.PUT)
            .setUid(uid)
            .setEvent(Event.newBuilder().setUid(uid).setMaster(master).build())
            .build();
    return RecordCodec.calendarChanges()
        .encode(
            CalendarChange.newBuilder()
                .setChangeId("plain")
                .setCalendar("garbage")
                .setChanges(List.of(put))
                .build());
  }

  private KafkaProducer<String, byte[]> producer() {
    return new KafkaProducer<>(
        Map.of("bootstrap.servers", bootstrapServers()),
        new StringSerializer(),
        new ByteArraySerializer());
  }

  private List<ConsumerRecord<byte[], byte[]>> deadLetters(String key) {
    Map<String, Object> settings =
        Map.of("bootstrap.servers", bootstrapServers(), "isolation.level", "read_committed");
    List<ConsumerRecord<byte[], byte[]>> letters = new ArrayList<>();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      TopicPartition partition = new TopicPartition(Topics.DEAD_LETTERS.topicName(), 0);
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long end = Objects.requireNonNull(consumer.endOffsets(List.of(partition)).get(partition));
      while (consumer.position(partition) < end) {
        consumer.poll(Duration.ofMillis(100)).forEach(letters::add);
      }
    }
    letters.removeIf(letter -> !key.equals(new String(letter.key(), StandardCharsets.UTF_8)));
    return letters;
  }

  private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    Header header = record.headers().lastHeader(name);
    assertThat(header).as(name).isNotNull();
    return new String(header.value(), StandardCharsets.UTF_8);
  }
}
