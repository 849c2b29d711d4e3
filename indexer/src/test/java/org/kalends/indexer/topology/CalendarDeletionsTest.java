package org.kalends.indexer.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.IntStream;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kalends.indexer.index.AppliedSeq;
import org.kalends.indexer.index.CalendarRow;
import org.kalends.indexer.index.DtendIndexKey;
import org.kalends.indexer.store.Events;
import org.kalends.indexer.store.IndexStores;
import org.kalends.schemas.RecordCodec;
import org.kalends.schemas.Topics;
import org.kalends.schemas.avro.CalendarChange;
import org.kalends.schemas.avro.Change;
import org.kalends.schemas.avro.ChangeResult;
import org.kalends.schemas.avro.OutcomeStatus;

class CalendarDeletionsTest {
  private static final String MONDAY = "2026-03-02T09:00:00Z";
  private static final int EVENTS = 2 * CalendarDeletions.SLICE + 1;

  @TempDir private Path stateDir;

  @Test
  void shouldCloseTheNameAtOnceAndLetTheEventsGoInSlices() {
    try (IndexDriver driver = new IndexDriver(stateDir)) {
      driver.send(filled("team"));
      driver.send(Changes.set("other", Changes.put(Events.hour("e", MONDAY, "ann@x"))));
      driver.read(Topics.CALENDAR_EVENTS);

      ChangeResult result = driver.send(Changes.set("team", Changes.deleteCalendar()));

      assertThat(result.getOutcomes().getFirst().getStatus()).isEqualTo(OutcomeStatus.DELETED);
      assertThat(result.getSeq()).isEqualTo(EVENTS + 1);
      assertThat(state(driver, "team")).isEqualTo(CalendarRow.State.DELETING);
      assertThat(events(driver, "team")).isEqualTo(EVENTS);
      driver.pass(CalendarDeletions.TURN);
      assertThat(events(driver, "team")).isEqualTo(EVENTS - CalendarDeletions.SLICE);
      assertThat(attendeeRows(driver)).isEqualTo(EVENTS - CalendarDeletions.SLICE + 1);
      passAll(driver);
      assertThat(state(driver, "team")).isEqualTo(CalendarRow.State.DELETED);
      assertThat(events(driver, "team")).isZero();
      assertThat(attendeeRows(driver)).isEqualTo(1);
      assertThat(driver.read(Topics.CALENDAR_EVENTS))
          .hasSize(EVENTS)
          .allMatch(tombstone -> tombstone.value() == null);
      assertThat(state(driver, "other")).isEqualTo(CalendarRow.State.OPEN);
      assertThat(events(driver, "other")).isEqualTo(1);
    }
  }

  @Test
  void shouldDeleteACalendarOnce() {
    try (IndexDriver driver = new IndexDriver(stateDir)) {
      driver.send(Changes.set("team", Changes.put(Events.hour("e", MONDAY))));
      driver.send(Changes.set("team", Changes.deleteCalendar()));

      ChangeResult again = driver.send(Changes.set("team", Changes.deleteCalendar()));

      assertThat(again.getOutcomes().getFirst().getRejection().getType())
          .isEqualTo("calendar-not-found");
    }
  }

  @Test
  void shouldNotDeleteACalendarTogetherWithOtherChanges() {
    try (IndexDriver driver = new IndexDriver(stateDir)) {
      ChangeResult result =
          driver.send(
              Changes.set("team", Changes.put(Events.hour("e", MONDAY)), Changes.deleteCalendar()));

      assertThat(result.getOutcomes().get(0).getStatus()).isEqualTo(OutcomeStatus.CREATED);
      assertThat(result.getOutcomes().get(1).getRejection().getType()).isEqualTo("invalid-request");
    }
  }

  /** Tokens of the deleted calendar must not be met by the new one's first changes. */
  @Test
  void shouldGoOnCountingWhenTheNameIsUsedAgain() {
    try (IndexDriver driver = new IndexDriver(stateDir)) {
      driver.send(Changes.set("team", Changes.put(Events.hour("e", MONDAY))));
      driver.send(Changes.set("team", Changes.deleteCalendar()));
      passAll(driver);

      ChangeResult result = driver.send(Changes.set("team", Changes.put(Events.hour("e", MONDAY))));

      assertThat(result.getSeq()).isEqualTo(3);
      assertThat(state(driver, "team")).isEqualTo(CalendarRow.State.OPEN);
    }
  }

  @Test
  void shouldFinishTheDeletionBeforeTheNameIsUsedAgain() {
    try (IndexDriver driver = new IndexDriver(stateDir)) {
      driver.send(filled("team"));
      driver.send(Changes.set("team", Changes.deleteCalendar()));
      driver.pass(CalendarDeletions.TURN);

      ChangeResult result =
          driver.send(Changes.set("team", Changes.put(Events.hour("0001", MONDAY, "ann@x"))));

      assertThat(result.getOutcomes().getFirst().getStatus()).isEqualTo(OutcomeStatus.CREATED);
      passAll(driver);
      assertThat(events(driver, "team")).isEqualTo(1);
      assertThat(attendeeRows(driver)).isEqualTo(1);
      assertThat(state(driver, "team")).isEqualTo(CalendarRow.State.OPEN);
    }
  }

  @Test
  void shouldFinishAtOnceWhatTakesFewSlices() {
    try (IndexDriver driver = new IndexDriver(stateDir)) {
      driver.send(filled("team"));
      driver.send(Changes.set("team", Changes.deleteCalendar()));

      ChangeResult result = driver.send(Changes.set("team", Changes.put(Events.hour("e", MONDAY))));

      assertThat(result.getOutcomes().getFirst().getStatus()).isEqualTo(OutcomeStatus.CREATED);
      assertThat(events(driver, "team")).isEqualTo(1);
    }
  }

  /** The other calendars of the partition must not wait for it. */
  @Test
  void shouldRefuseChangesWhileMuchIsBeingDeleted() {
    try (IndexDriver driver = new IndexDriver(stateDir)) {
      driver.send(
          filled("team", (CalendarDeletions.MAX_SLICES_AT_ONCE - 2) * CalendarDeletions.SLICE + 1));
      driver.send(Changes.set("team", Changes.deleteCalendar()));

      ChangeResult refused =
          driver.send(Changes.set("team", Changes.put(Events.hour("e", MONDAY))));

      assertThat(refused.getOutcomes().getFirst().getRejection().getType())
          .isEqualTo("unavailable");
      assertThat(state(driver, "team")).isEqualTo(CalendarRow.State.DELETING);
      passAll(driver);
      ChangeResult taken = driver.send(Changes.set("team", Changes.put(Events.hour("e", MONDAY))));
      assertThat(taken.getOutcomes().getFirst().getStatus()).isEqualTo(OutcomeStatus.CREATED);
      assertThat(events(driver, "team")).isEqualTo(1);
    }
  }

  @Test
  void shouldAnswerASecondDeletionAtOnce() {
    try (IndexDriver driver = new IndexDriver(stateDir)) {
      driver.send(filled("team"));
      driver.send(Changes.set("team", Changes.deleteCalendar()));

      ChangeResult again = driver.send(Changes.set("team", Changes.deleteCalendar()));

      assertThat(again.getOutcomes().getFirst().getRejection().getType())
          .isEqualTo("calendar-not-found");
      assertThat(events(driver, "team")).isEqualTo(EVENTS);
    }
  }

  @Test
  void shouldGoOnWithADeletionThatAnotherTaskLeft() {
    Map<String, KeyValueStore<Bytes, byte[]>> stores = new HashMap<>();
    Task first = new Task(stores);
    first.process(filled("team"));
    first.process(Changes.set("team", Changes.deleteCalendar()));
    first.turn();
    assertThat(first.rows(IndexStores.ID_INDEX))
        .filteredOn(row -> !AppliedSeq.isIdKey(row.key.get()))
        .hasSize(EVENTS - CalendarDeletions.SLICE);

    Task second = new Task(stores);
    for (int turn = 0; turn < 10; turn++) {
      second.turn();
    }

    assertThat(second.rows(IndexStores.ID_INDEX)).isEmpty();
    assertThat(second.rows(IndexStores.DTEND_INDEX)).isEmpty();
    assertThat(CalendarRow.decode(second.rows(IndexStores.CALENDARS).getFirst().value).state())
        .isEqualTo(CalendarRow.State.DELETED);
  }

  @Test
  void shouldTakeTurnsOnlyWhileThereIsADeletion() {
    Task task = new Task(new HashMap<>());
    assertThat(task.context.scheduledPunctuators()).isEmpty();
    task.process(Changes.set("team", Changes.put(Events.hour("e", MONDAY))));
    task.process(Changes.set("team", Changes.deleteCalendar()));

    assertThat(task.context.scheduledPunctuators()).hasSize(1);
    for (int turn = 0; turn < 10; turn++) {
      task.turn();
    }

    assertThat(task.context.scheduledPunctuators()).allMatch(each -> each.cancelled());
  }

  @Test
  void shouldCommitAtOnceOnlyWhenSomebodyWaits() {
    Task task = new Task(new HashMap<>());
    CalendarChange change = Changes.set("team", Changes.put(Events.hour("e", MONDAY)));

    task.process(change);
    assertThat(task.context.committed()).isFalse();

    change.setWaitedFor(true);
    task.process(change);
    assertThat(task.context.committed()).isTrue();
  }

  private static CalendarChange filled(String calendar) {
    return filled(calendar, EVENTS);
  }

  private static CalendarChange filled(String calendar, int events) {
    return Changes.set(
        calendar,
        IntStream.range(0, events)
            .mapToObj(each -> Changes.put(Events.hour("%04d".formatted(each), MONDAY, "ann@x")))
            .toArray(Change[]::new));
  }

  private static void passAll(IndexDriver driver) {
    for (int turn = 0; turn < 10; turn++) {
      driver.pass(CalendarDeletions.TURN);
    }
  }

  private static CalendarRow.State state(IndexDriver driver, String calendar) {
    return driver.rows(IndexStores.CALENDARS).stream()
        .filter(row -> CalendarRow.calendarOf(row.key.get()).value().equals(calendar))
        .map(row -> CalendarRow.decode(row.value).state())
        .findAny()
        .orElseThrow();
  }

  private static long events(IndexDriver driver, String calendar) {
    return driver.rows(IndexStores.DTEND_INDEX).stream()
        .map(row -> row.key.get())
        .filter(DtendIndexKey::isEntry)
        .filter(key -> DtendIndexKey.decodeOfCalendar(key).subject().equals(calendar))
        .count();
  }

  private static long attendeeRows(IndexDriver driver) {
    return driver.rows(IndexStores.SUBJECT_DTEND_INDEX).stream()
        .filter(row -> DtendIndexKey.isEntry(row.key.get()))
        .count();
  }

  /** A task of the CALENDAR sub-topology over stores that outlive it. */
  private static final class Task {
    private final MockProcessorContext<byte[], byte[]> context =
        new MockProcessorContext<>(new Properties(), new TaskId(0, 0), new File("target"));
    private final CalendarProcessor processor = new CalendarProcessor(1, Clock.systemUTC());

    Task(Map<String, KeyValueStore<Bytes, byte[]>> stores) {
      for (String name : IndexStores.CALENDAR_STORES) {
        context.addStateStore(stores.computeIfAbsent(name, this::open));
      }
      context.setRecordMetadata(Topics.CALENDAR_CHANGES.topicName(), 0, 0);
      context.setCurrentSystemTimeMs(IndexDriver.NOW.toEpochMilli());
      processor.init(context);
    }

    private KeyValueStore<Bytes, byte[]> open(String name) {
      KeyValueStore<Bytes, byte[]> store =
          Stores.keyValueStoreBuilder(
                  Stores.inMemoryKeyValueStore(name), Serdes.Bytes(), Serdes.ByteArray())
              .withLoggingDisabled()
              .withCachingDisabled()
              .build();
      store.init(context.getStateStoreContext(), store);
      return store;
    }

    void process(CalendarChange change) {
      processor.process(
          new Record<>(
              IndexDriver.key(change.getCalendar()),
              RecordCodec.calendarChanges().encode(change),
              0));
    }

    List<KeyValue<Bytes, byte[]>> rows(String store) {
      List<KeyValue<Bytes, byte[]>> rows = new ArrayList<>();
      KeyValueStore<Bytes, byte[]> opened = context.getStateStore(store);
      try (KeyValueIterator<Bytes, byte[]> all = opened.all()) {
        all.forEachRemaining(rows::add);
      }
      return rows;
    }

    void turn() {
      context.scheduledPunctuators().stream()
          .filter(each -> !each.cancelled())
          .forEach(each -> each.getPunctuator().punctuate(0));
    }
  }
}
