package org.kalends.query.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.kalends.indexer.rule.StepBudget;
import org.kalends.indexer.store.SubIndex;
import org.kalends.query.http.TestNode.Answer;
import org.kalends.schemas.AttendeeAddress;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.ConsistencyToken;
import org.kalends.schemas.Partitioning;

class WaitingOverHttpTest {
  private static final String DAY = "from=2026-03-02&to=2026-03-03";
  private static final String ANN = "ann@example.org";
  private static final CalendarId CALENDAR = new CalendarId("c");
  private static final int CALENDARS_PARTITION =
      Partitioning.partitionOf(CALENDAR, TestNode.PARTITIONS);
  private static final int ANNS_PARTITION =
      Partitioning.partitionOf(AttendeeAddress.of(ANN), TestNode.PARTITIONS);

  private TestNode hasty;
  private TestNode patient;

  @BeforeEach
  void start() throws IOException {
    hasty = new TestNode(settings(Duration.ofMillis(100)));
    patient = new TestNode(settings(Duration.ofMinutes(1)));
  }

  @AfterEach
  void stop() {
    hasty.close();
    patient.close();
  }

  /** The stores of a partition are not committed at one moment. */
  @Test
  void shouldTellNoPositionThatTheEventsHaveNotReached() {
    hasty.put("c", Events.single("u", "2026-03-02T09:00:00Z"));
    hasty.index.lag(new CalendarId("c"), 1);

    assertThat(hasty.get("/v1/calendars/c/events").status()).isEqualTo(503);
    assertThat(hasty.get("/v1/calendars/c/events?" + DAY).status()).isEqualTo(503);

    hasty.index.lag(new CalendarId("c"), 0);

    assertThat(hasty.get("/v1/calendars/c/events").each("events", "uid")).containsExactly("u");
    assertThat(hasty.get("/v1/calendars/c/events?" + DAY).each("events", "uid"))
        .containsExactly("u");
  }

  @Test
  void shouldAnswerOnceTheCalendarHasTheWrite() {
    patient.put("c", Events.single("u", "2026-03-02T09:00:00Z"));
    CompletableFuture<Answer> reading =
        CompletableFuture.supplyAsync(
            () ->
                patient.get(
                    "/v1/calendars/c/occurrences?" + DAY,
                    "Kalends-After",
                    token(2, new TreeMap<>())));

    patient.put("c", Events.single("v", "2026-03-02T09:00:00Z"));

    assertThat(reading.join().each("occurrences", "uid")).containsExactly("u", "v");
  }

  @Test
  void shouldAnswerOnceTheAttendeesPartitionHasTheWrite() {
    SortedMap<Integer, Long> needed = new TreeMap<>();
    needed.put(ANNS_PARTITION, 1L);
    CompletableFuture<Answer> reading =
        CompletableFuture.supplyAsync(
            () ->
                patient.get(
                    "/v1/occurrences?attendee=" + ANN + "&" + DAY,
                    "Kalends-After",
                    token(1, needed)));

    patient.put("c", Events.meeting("u", "2026-03-02T09:00:00Z", 0, Events.accepted(ANN)));

    assertThat(reading.join().each("occurrences", "uid")).containsExactly("u");
  }

  @Test
  void shouldSayThatAWriteIsNotThereInTime() {
    hasty.put("c", Events.single("u", "2026-03-02T09:00:00Z"));
    SortedMap<Integer, Long> needed = new TreeMap<>();
    needed.put(ANNS_PARTITION, 2L);

    Answer calendar =
        hasty.get("/v1/calendars/c/occurrences?" + DAY, "Kalends-After", token(2, needed));
    Answer attendee =
        hasty.get("/v1/occurrences?attendee=" + ANN + "&" + DAY, "Kalends-After", token(2, needed));

    assertThat(calendar.status()).isEqualTo(503);
    assertThat(calendar.problem()).isEqualTo("not-yet-applied");
    assertThat(calendar.header("Retry-After")).isEqualTo("1");
    assertThat(calendar.json().get("detail").asText()).contains("calendar=c", "needed=2");
    assertThat(attendee.problem()).isEqualTo("not-yet-applied");
  }

  @Test
  void shouldNotWaitForWritesOfOtherCalendarsAndPartitions() {
    hasty.put("d", Events.single("u", "2026-03-02T09:00:00Z"));
    SortedMap<Integer, Long> needed = new TreeMap<>();
    needed.put((ANNS_PARTITION + 1) % TestNode.PARTITIONS, 9L);

    assertThat(
            hasty
                .get("/v1/calendars/d/occurrences?" + DAY, "Kalends-After", token(9, needed))
                .status())
        .isEqualTo(200);
    assertThat(
            hasty
                .get(
                    "/v1/occurrences?attendee=" + ANN + "&" + DAY,
                    "Kalends-After",
                    " ," + token(9, needed) + ", ")
                .status())
        .isEqualTo(200);
  }

  @Test
  void shouldSayThatACalendarIsGoneToWhoKnowsOfItsDeletion() {
    hasty.put("c", Events.single("u", "2026-03-02T09:00:00Z"));
    hasty.index.deleteCalendar(CALENDAR);

    Answer answer =
        hasty.get("/v1/calendars/c/occurrences?" + DAY, "Kalends-After", token(2, new TreeMap<>()));

    assertThat(answer.problem()).isEqualTo("calendar-not-found");
  }

  @Test
  void shouldRefuseWhatIsNoToken() {
    Answer answer = hasty.get("/v1/calendars/c/occurrences?" + DAY, "Kalends-After", "nonsense");

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.problem()).isEqualTo("invalid-token");
  }

  @Test
  void shouldNeverAnswerEmptyForAPartitionThatItCannotRead() {
    hasty.put("c", Events.meeting("u", "2026-03-02T09:00:00Z", 0, Events.accepted(ANN)));
    hasty.index.lose(SubIndex.CALENDAR, CALENDARS_PARTITION);
    hasty.index.lose(SubIndex.SUBJECT, ANNS_PARTITION);

    for (String path :
        new String[] {
          "/v1/calendars/c/occurrences?" + DAY,
          "/v1/calendars/c/events?" + DAY,
          "/v1/calendars/c/events",
          "/v1/calendars/c/events/u",
          "/v1/calendars/c",
          "/v1/calendars",
          "/v1/occurrences?attendee=" + ANN + "&" + DAY,
          "/v1/freebusy?attendee=" + ANN + "&" + DAY
        }) {
      Answer answer = hasty.get(path);
      assertThat(answer.status()).as(path).isEqualTo(503);
      assertThat(answer.problem()).isEqualTo("unavailable");
      assertThat(answer.header("Retry-After")).isEqualTo("1");
    }
  }

  @Test
  void shouldSayThatNobodyOwnsAPartition() {
    hasty.owners.nobody(SubIndex.CALENDAR, CALENDARS_PARTITION);

    Answer answer = hasty.get("/v1/calendars/c");

    assertThat(answer.problem()).isEqualTo("unavailable");
    assertThat(answer.json().get("detail").asText())
        .contains("partition=" + CALENDARS_PARTITION, "no node owns it");
  }

  @Test
  void shouldAnswerOnceThePartitionIsBack() {
    patient.put("c", Events.single("u", "2026-03-02T09:00:00Z"));
    patient.index.lose(SubIndex.CALENDAR, CALENDARS_PARTITION);
    CompletableFuture<Answer> reading =
        CompletableFuture.supplyAsync(() -> patient.get("/v1/calendars/c/occurrences?" + DAY));

    patient.index.regain(SubIndex.CALENDAR, CALENDARS_PARTITION);

    assertThat(reading.join().each("occurrences", "uid")).containsExactly("u");
  }

  private static String token(long seq, SortedMap<Integer, Long> partitions) {
    return new ConsistencyToken(CALENDAR, seq, partitions).encode();
  }

  private static QuerySettings settings(Duration deadline) {
    return TestNode.settings(deadline, QuerySettings.DEFAULT_MAX_ENTRIES, StepBudget.DEFAULT_STEPS);
  }
}
