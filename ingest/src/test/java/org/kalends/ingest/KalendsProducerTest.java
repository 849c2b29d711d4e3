package org.kalends.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.kalends.ingest.ChangePublisher.Publication;
import org.kalends.ingest.KalendsProducer.Settings;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;
import org.kalends.schemas.RecordCodec;
import org.kalends.schemas.Topics;
import org.kalends.schemas.avro.CalendarChange;
import org.kalends.schemas.avro.Change;
import org.kalends.schemas.avro.ChangeAction;
import org.kalends.schemas.avro.ChangeResult;
import org.kalends.schemas.avro.Event;
import org.kalends.schemas.avro.OutcomeStatus;

class KalendsProducerTest {
  private static final CalendarId TEAM = new CalendarId("team");
  private static final CalendarId OTHER = new CalendarId("other");
  private static final int IN_FLIGHT = CalendarLane.MAX_SETS_IN_FLIGHT;

  /** Short where a test waits for it to pass, and long enough that none waits by mistake. */
  private static final Settings SETTINGS =
      new Settings(
          Duration.ofSeconds(10),
          Duration.ofSeconds(10),
          Duration.ofMillis(200),
          Duration.ofMillis(200),
          2 * Topics.MAX_CHANGE_SET_BYTES);

  private final SingleWriter writer = new SingleWriter();
  private final KalendsProducer producer = new KalendsProducer(writer, SETTINGS);

  @AfterEach
  void close() {
    producer.close();
  }

  @Test
  void shouldTellWhatBecameOfEachChange() {
    Event event = TestEvents.event("u1");

    ChangeOutcome created = done(producer.put(TEAM, event, Precondition.NONE));
    ChangeOutcome unchanged = done(producer.put(TEAM, event, Precondition.NONE));
    ChangeOutcome updated =
        done(producer.put(TEAM, TestEvents.event("u1", "Moved"), Precondition.NONE));
    ChangeOutcome deleted = done(producer.delete(TEAM, new EventUid("u1"), Precondition.NONE));
    ChangeOutcome gone = done(producer.delete(TEAM, new EventUid("u1"), Precondition.NONE));

    assertThat(List.of(created, unchanged, updated, deleted, gone))
        .extracting(ChangeOutcome::status)
        .containsExactly(
            OutcomeStatus.CREATED,
            OutcomeStatus.UNCHANGED,
            OutcomeStatus.UPDATED,
            OutcomeStatus.DELETED,
            OutcomeStatus.REJECTED);
    assertThat(created.uid()).isEqualTo("u1");
    assertThat(created.token().calendar()).isEqualTo(TEAM);
    assertThat(created.token().seq()).isEqualTo(1);
    assertThat(created.token().subjectPartitions()).containsEntry(1, 1L);
    assertThat(unchanged.etag()).isEqualTo(created.etag());
    assertThat(deleted.etag()).isNull();
    assertThat(gone.accepted()).isFalse();
    assertThat(gone.rejection()).isNotNull();
  }

  @Test
  void shouldLeavePreconditionsToTheWriter() {
    Event event = TestEvents.event("u1");
    done(producer.put(TEAM, event, Precondition.ifAbsent()));

    done(producer.put(TEAM, event, Precondition.ifAbsent()));
    done(producer.put(TEAM, event, Precondition.ifMatch("e1")));
    done(producer.delete(TEAM, new EventUid("u1"), Precondition.ifThere()));

    assertThat(writer.published())
        .extracting(set -> set.getChanges().getFirst())
        .extracting(Change::getIfMatch, Change::getIfNoneMatch)
        .containsExactly(
            tuple(null, true), tuple(null, true), tuple("e1", false), tuple("*", false));
  }

  @Test
  void shouldDeleteACalendar() {
    done(producer.put(TEAM, TestEvents.event("u1"), Precondition.NONE));

    assertThat(done(producer.deleteCalendar(TEAM)).status()).isEqualTo(OutcomeStatus.DELETED);
    assertThat(writer.uids("team")).isEmpty();
  }

  @Test
  void shouldSendASingleChangeAtOnce() {
    writer.mode(SingleWriter.Mode.HOLD);

    CompletableFuture<ChangeOutcome> change =
        producer.put(TEAM, TestEvents.event("u1"), Precondition.NONE);

    assertThat(writer.published()).hasSize(1);
    assertThat(writer.published().getFirst().getWaitedFor()).isTrue();
    assertThat(change).isNotDone();
    writer.answerNext();
    assertThat(done(change).status()).isEqualTo(OutcomeStatus.CREATED);
  }

  @Test
  void shouldGatherChangesWhileSetsAreInFlight() {
    writer.mode(SingleWriter.Mode.HOLD);
    List<CompletableFuture<ChangeOutcome>> changes = putMany(0, IN_FLIGHT + 100);
    assertThat(writer.published()).hasSize(IN_FLIGHT);

    writer.answerNext();
    await(() -> writer.published().size() == IN_FLIGHT + 1);

    assertThat(writer.published().getLast().getChanges()).hasSize(100);
    answerAll(changes);
    assertThat(writer.uids("team")).hasSize(IN_FLIGHT + 100);
  }

  @Test
  void shouldKeepTheOrderOfACalendarsChanges() {
    writer.mode(SingleWriter.Mode.HOLD);
    List<CompletableFuture<ChangeOutcome>> changes = putMany(0, 200);
    answerAll(changes);

    List<String> order =
        writer.published().stream()
            .flatMap(set -> set.getChanges().stream())
            .map(Change::getUid)
            .toList();

    assertThat(order).isEqualTo(IntStream.range(0, 200).mapToObj(i -> "u" + i).toList());
  }

  @Test
  void shouldNotLetOneCalendarWaitForAnother() {
    writer.mode(SingleWriter.Mode.HOLD);
    List<CompletableFuture<ChangeOutcome>> busy = putMany(0, IN_FLIGHT + 1);
    assertThat(busy).hasSize(IN_FLIGHT + 1);

    CompletableFuture<ChangeOutcome> other =
        producer.put(OTHER, TestEvents.event("u1"), Precondition.NONE);

    assertThat(writer.published().getLast().getCalendar()).isEqualTo("other");
    assertThat(other).isNotDone();
  }

  @Test
  void shouldKeepEachSetWithinItsLimits() {
    writer.mode(SingleWriter.Mode.HOLD);
    KalendsProducer roomy = new KalendsProducer(writer, Settings.DEFAULTS);
    List<CompletableFuture<ChangeOutcome>> changes = new ArrayList<>();
    CompletableFuture<Void> answering = CompletableFuture.runAsync(() -> answerUntil(2_500));
    for (int i = 0; i < 2_500; i++) {
      String summary = "s".repeat(i % 7 == 0 ? 4_000 : 10);
      changes.add(roomy.put(TEAM, TestEvents.event("u" + i, summary), Precondition.NONE));
    }
    answering.join();
    changes.forEach(KalendsProducerTest::done);

    for (CalendarChange set : writer.published()) {
      assertThat(set.getChanges()).hasSizeLessThanOrEqualTo(ChangeSet.MAX_CHANGES);
      assertThat(RecordCodec.calendarChanges().encode(set))
          .hasSizeLessThanOrEqualTo(Topics.MAX_CHANGE_SET_BYTES);
    }
    assertThat(writer.uids("team")).hasSize(2_500);
    roomy.close();
  }

  @Test
  void shouldTakeAChangeThatJustFitsIntoARecord() {
    int rest = EncodedSize.of(putOf(TestEvents.event("big", "")));
    // a string's length takes two more bytes when it is long
    String largest = "s".repeat(ChangeSet.MAX_CHANGE_BYTES - rest - 2);

    ChangeOutcome fits =
        done(producer.put(TEAM, TestEvents.event("big", largest), Precondition.NONE));
    CompletableFuture<ChangeOutcome> over =
        producer.put(TEAM, TestEvents.event("big", largest + "s"), Precondition.NONE);

    assertThat(fits.status()).isEqualTo(OutcomeStatus.CREATED);
    assertThat(over)
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCauseInstanceOf(ChangeException.TooLarge.class)
        .withMessageContaining("uid=big");
    assertThat(writer.published()).hasSize(1);
  }

  @Test
  void shouldRefuseAUidThatIsNone() {
    assertThatThrownBy(() -> producer.put(TEAM, TestEvents.event(""), Precondition.NONE))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldBlockWhileTooMuchIsUnderWayAndThenSaySo() {
    writer.mode(SingleWriter.Mode.HOLD);
    String large = "s".repeat(Topics.MAX_CHANGE_SET_BYTES / 2);
    List<CompletableFuture<ChangeOutcome>> changes = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      changes.add(producer.put(TEAM, TestEvents.event("u" + i, large), Precondition.NONE));
    }
    assertThat(changes).noneMatch(CompletableFuture::isDone);

    CompletableFuture<ChangeOutcome> over =
        producer.put(OTHER, TestEvents.event("over", large), Precondition.NONE);

    assertThat(over)
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCauseInstanceOf(ChangeException.NoRoom.class)
        .withMessageContaining("maxBytesUnderWay=");
    writer.answerNext();
    done(changes.getFirst());
    CompletableFuture<ChangeOutcome> later =
        producer.put(OTHER, TestEvents.event("later", large), Precondition.NONE);
    assertThat(later).isNotDone();
  }

  @Test
  void shouldGoOnAfterASetWhoseResultIsUnknown() {
    writer.mode(SingleWriter.Mode.HOLD);
    List<CompletableFuture<ChangeOutcome>> changes = putMany(0, IN_FLIGHT + 1);

    writer.loseNext();
    await(() -> writer.published().size() == IN_FLIGHT + 1);

    assertThat(changes.getFirst())
        .failsWithin(Duration.ofSeconds(10))
        .withThrowableThat()
        .withCauseInstanceOf(ChangeException.ResultUnknown.class);
    answerAll(changes.subList(1, changes.size()));
  }

  @Test
  void shouldPublishAReadySetBehindWhatCameBefore() {
    writer.mode(SingleWriter.Mode.HOLD);
    List<CompletableFuture<ChangeOutcome>> before = putMany(0, IN_FLIGHT + 10);
    CalendarChange ready =
        CalendarChange.newBuilder()
            .setChangeId("ready")
            .setCalendar("team")
            .setAtomic(true)
            .setChanges(List.of(putOf(TestEvents.event("r1")), putOf(TestEvents.event("r2"))))
            .build();

    Publication publication = producer.publish(ready);

    assertThat(writer.published()).hasSize(IN_FLIGHT + 2);
    assertThat(writer.published().getLast()).isEqualTo(ready);
    assertThat(writer.published().get(IN_FLIGHT).getChanges()).hasSize(10);
    assertThat(publication.stored()).isCompleted();
    answerAll(before);
    answerUntilDone(publication.result());
    assertThat(publication.result().join().getOutcomes()).hasSize(2);
  }

  @Test
  void shouldKeepItsRoomThoughSetsNameNoCalendar() {
    CalendarChange nameless =
        CalendarChange.newBuilder()
            .setChangeId("x".repeat(Topics.MAX_CHANGE_SET_BYTES / 2))
            .setCalendar("a b")
            .setChanges(List.of())
            .build();
    for (int i = 0; i < 10; i++) {
      assertThat(producer.publish(nameless).result())
          .failsWithin(Duration.ZERO)
          .withThrowableThat()
          .withCauseInstanceOf(IllegalArgumentException.class);
    }

    done(producer.put(TEAM, TestEvents.event("u"), Precondition.NONE));
  }

  @Test
  void shouldFailAllOfASetWhoseResultMakesNoSense() {
    writer.mode(SingleWriter.Mode.HOLD);
    CompletableFuture<ChangeOutcome> change =
        producer.put(TEAM, TestEvents.event("u"), Precondition.NONE);

    writer.answerNext(
        ChangeResult.newBuilder()
            .setChangeId("any")
            .setCalendar("a b")
            .setSeq(1)
            .setOutcomes(List.of())
            .build());

    assertThat(change)
        .failsWithin(Duration.ofSeconds(10))
        .withThrowableThat()
        .withCauseInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldForgetCalendarsWithNothingUnderWay() {
    for (int i = 0; i < 50; i++) {
      done(producer.put(new CalendarId("c" + i), TestEvents.event("u"), Precondition.NONE));
    }

    await(() -> producer.lanes() == 0);
  }

  @Test
  void shouldFailAllOfASetThatIsNotStored() {
    writer.mode(SingleWriter.Mode.NOT_STORED);

    assertThat(producer.put(TEAM, TestEvents.event("u1"), Precondition.NONE))
        .failsWithin(Duration.ofSeconds(10))
        .withThrowableThat()
        .withCauseInstanceOf(ChangeException.NotStored.class);
  }

  @Test
  void shouldWaitForWhatIsUnderWayWhenItCloses() throws Exception {
    writer.mode(SingleWriter.Mode.HOLD);
    KalendsProducer patient = new KalendsProducer(writer, Settings.DEFAULTS);
    CompletableFuture<ChangeOutcome> change =
        patient.put(TEAM, TestEvents.event("u1"), Precondition.NONE);
    CompletableFuture<Void> closing = CompletableFuture.runAsync(patient::close);
    assertThat(writer.closed()).isFalse();

    writer.answerNext();

    closing.get(10, TimeUnit.SECONDS);
    assertThat(writer.closed()).isTrue();
    assertThat(done(change).status()).isEqualTo(OutcomeStatus.CREATED);
    assertThat(patient.put(TEAM, TestEvents.event("u2"), Precondition.NONE))
        .isCompletedExceptionally();
  }

  @Test
  void shouldFailWhatHasNoResultWhenItCloses() {
    writer.mode(SingleWriter.Mode.HOLD);
    CompletableFuture<ChangeOutcome> change =
        producer.put(TEAM, TestEvents.event("u1"), Precondition.NONE);

    producer.close();

    assertThat(change)
        .failsWithin(Duration.ofSeconds(10))
        .withThrowableThat()
        .withCauseInstanceOf(ChangeException.ResultUnknown.class);
  }

  @Test
  void shouldTakeChangesFromManyThreads() {
    List<CompletableFuture<ChangeOutcome>> all =
        IntStream.range(0, 2_000)
            .parallel()
            .mapToObj(
                i ->
                    producer.put(
                        new CalendarId("c" + i % 3), TestEvents.event("u" + i), Precondition.NONE))
            .toList();

    all.forEach(change -> assertThat(done(change).status()).isEqualTo(OutcomeStatus.CREATED));
    assertThat(writer.uids("c0").size() + writer.uids("c1").size() + writer.uids("c2").size())
        .isEqualTo(2_000);
  }

  @Test
  void shouldRefuseRoomForLessThanASet() {
    assertThatThrownBy(
            () ->
                new Settings(
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(1),
                    Topics.MAX_CHANGE_SET_BYTES - 1))
        .hasMessageContaining("maxBytesUnderWay=");
  }

  private List<CompletableFuture<ChangeOutcome>> putMany(int from, int count) {
    return IntStream.range(from, from + count)
        .mapToObj(i -> producer.put(TEAM, TestEvents.event("u" + i), Precondition.NONE))
        .toList();
  }

  private void answerAll(List<CompletableFuture<ChangeOutcome>> changes) {
    answerUntilDone(CompletableFuture.allOf(changes.toArray(CompletableFuture<?>[]::new)));
  }

  private void answerUntilDone(CompletableFuture<?> all) {
    await(
        () -> {
          while (writer.held() > 0) {
            writer.answerNext();
          }
          return all.isDone();
        });
  }

  private void answerUntil(int events) {
    await(
        () -> {
          while (writer.held() > 0) {
            writer.answerNext();
          }
          return writer.uids("team").size() == events;
        });
  }

  private static Change putOf(Event event) {
    return Change.newBuilder()
        .setAction(ChangeAction.PUT)
        .setUid(event.getUid())
        .setEvent(event)
        .build();
  }

  private static ChangeOutcome done(CompletableFuture<ChangeOutcome> change) {
    return change.orTimeout(10, TimeUnit.SECONDS).join();
  }

  private static void await(BooleanSupplier condition) {
    Instant deadline = Instant.now().plusSeconds(30);
    while (!condition.getAsBoolean()) {
      assertThat(Instant.now()).isBefore(deadline);
      LockSupport.parkNanos(1_000_000);
    }
  }
}
