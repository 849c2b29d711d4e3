package org.kalends.indexer.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kalends.indexer.index.AppliedSeq;
import org.kalends.indexer.index.CalendarRow;
import org.kalends.indexer.index.DtendIndexKey;
import org.kalends.indexer.index.Etags;
import org.kalends.indexer.index.IdIndexKey;
import org.kalends.indexer.index.IdIndexValue;
import org.kalends.indexer.index.IndexEntry;
import org.kalends.indexer.index.SpanBand;
import org.kalends.indexer.store.Events;
import org.kalends.indexer.store.IndexStores;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;
import org.kalends.schemas.RecordCodec;
import org.kalends.schemas.ResultHeaders;
import org.kalends.schemas.Topics;
import org.kalends.schemas.avro.CalendarEvent;
import org.kalends.schemas.avro.ChangeResult;
import org.kalends.schemas.avro.Event;
import org.kalends.schemas.avro.Outcome;
import org.kalends.schemas.avro.OutcomeStatus;
import org.kalends.schemas.avro.Rejection;
import org.kalends.schemas.avro.SubjectEntries;
import org.kalends.schemas.avro.TouchedPartition;
import org.kalends.schemas.event.EventLimits;

/** What each change writes, and what is answered. */
class CalendarProcessorTest {
  private static final CalendarId TEAM = new CalendarId("team");
  private static final String MONDAY = "2026-03-02T09:00:00Z";
  private static final String TUESDAY = "2026-03-03T09:00:00Z";

  private IndexDriver driver;

  @BeforeEach
  void open(@TempDir Path stateDir) {
    driver = new IndexDriver(stateDir);
  }

  @AfterEach
  void close() {
    driver.close();
  }

  @Test
  void shouldCreateAnEvent() {
    Event event = Events.hour("e", MONDAY, "mailto:Ann@example.org", "bob@example.org");

    ChangeResult result = driver.send(Changes.set("team", Changes.put(event)));

    assertThat(result)
        .isEqualTo(
            new ChangeResult(
                "change-1",
                "team",
                1L,
                List.of(new Outcome("e", OutcomeStatus.CREATED, Etags.of(event), null)),
                List.of(new TouchedPartition(0, 1L))));
    assertThat(feed())
        .containsExactly("team/e=" + new CalendarEvent("team", 1L, Etags.of(event), event));
    assertThat(entryKeys(IndexStores.DTEND_INDEX))
        .extracting(key -> DtendIndexKey.decodeOfCalendar(key).band())
        .containsExactly(SpanBand.DAY);
    assertThat(entryKeys(IndexStores.SUBJECT_DTEND_INDEX))
        .extracting(key -> DtendIndexKey.decodeOfAttendee(key).subject())
        .containsExactlyInAnyOrder("ann@example.org", "bob@example.org");
    IdIndexValue stored = stored("e");
    assertThat(stored.seq()).isEqualTo(1);
    assertThat(stored.etag()).isEqualTo(Etags.of(event));
    assertThat(stored.event()).isEqualTo(event);
    assertThat(calendar().events()).isEqualTo(1);
    assertThat(calendar().seq()).isEqualTo(1);
  }

  @Test
  void shouldNameTheChangeInTheResultsHeader() {
    driver.write(
        Topics.CALENDAR_CHANGES,
        IndexDriver.key("team"),
        RecordCodec.calendarChanges().encode(Changes.set("team", Changes.delete("e"))));

    TestRecord<byte[], byte[]> result = driver.read(Topics.CHANGE_RESULTS).getFirst();

    assertThat(result.key()).isEqualTo(IndexDriver.key("team"));
    assertThat(result.headers().lastHeader(ResultHeaders.CHANGE_ID).value())
        .isEqualTo(IndexDriver.key("change-1"));
  }

  @Test
  void shouldMoveTheRowsOfAnEventThatMoves() {
    driver.send(Changes.set("team", Changes.put(Events.hour("e", MONDAY, "ann@x", "bob@x"))));
    Event moved = Events.weekly("e", TUESDAY, "ann@x", "cy@x");

    ChangeResult result = driver.send(Changes.set("team", Changes.put(moved)));

    assertThat(statuses(result)).containsExactly(OutcomeStatus.UPDATED);
    assertThat(result.getSeq()).isEqualTo(2);
    assertThat(entryKeys(IndexStores.DTEND_INDEX))
        .extracting(key -> DtendIndexKey.decodeOfCalendar(key).band())
        .containsExactly(SpanBand.UNBOUNDED);
    assertThat(entryKeys(IndexStores.SUBJECT_DTEND_INDEX))
        .extracting(DtendIndexKey::decodeOfAttendee)
        .allMatch(key -> key.band() == SpanBand.UNBOUNDED)
        .extracting(DtendIndexKey::subject)
        .containsExactlyInAnyOrder("ann@x", "cy@x");
    assertThat(calendar().events()).isEqualTo(1);
    assertThat(stored("e").seq()).isEqualTo(2);
  }

  /** A token with the new seq must not wait for ever where nothing changes. */
  @Test
  void shouldTellAttendeesPartitionsOfAChangeThatTheirRowsDoNotShow() {
    driver.send(Changes.set("team", Changes.put(Events.hour("e", MONDAY, "ann@x"))));
    List<KeyValue<Bytes, byte[]>> before = driver.rows(IndexStores.SUBJECT_DTEND_INDEX);
    Predicate<KeyValue<Bytes, byte[]>> entry = row -> DtendIndexKey.isEntry(row.key.get());
    driver.read(Topics.SUBJECT_ENTRIES);
    Event described = Events.hour("e", MONDAY, "ann@x");
    described.getMaster().setDescription("more");

    ChangeResult result = driver.send(Changes.set("team", Changes.put(described)));

    assertThat(result.getTouched()).containsExactly(new TouchedPartition(0, 2L));
    assertThat(entries()).containsExactly(new SubjectEntries("team", 2L, true, false, List.of()));
    assertThat(rows(driver.rows(IndexStores.SUBJECT_DTEND_INDEX).stream().filter(entry).toList()))
        .isEqualTo(rows(before.stream().filter(entry).toList()));
    assertThat(appliedSeq()).isEqualTo(2);
  }

  @Test
  void shouldChangeNothingWhenTheSameChangeComesTwice() {
    Event event = Events.weekly("e", MONDAY, "ann@x");
    driver.send(Changes.set("team", Changes.put(event)));
    driver.send(Changes.set("team", Changes.put(Events.hour("f", MONDAY, "ann@x"))));
    driver.read(Topics.CALENDAR_EVENTS);
    driver.read(Topics.SUBJECT_ENTRIES);
    String before = allRows();

    ChangeResult again = driver.send(Changes.set("team", Changes.put(event)));

    assertThat(again.getOutcomes())
        .containsExactly(new Outcome("e", OutcomeStatus.UNCHANGED, Etags.of(event), null));
    assertThat(again.getSeq()).isEqualTo(2);
    assertThat(again.getTouched()).containsExactly(new TouchedPartition(0, 1L));
    assertThat(allRows()).isEqualTo(before);
    assertThat(driver.read(Topics.CALENDAR_EVENTS)).isEmpty();
    assertThat(driver.read(Topics.SUBJECT_ENTRIES)).isEmpty();
  }

  @Test
  void shouldDeleteAnEventOnce() {
    driver.send(Changes.set("team", Changes.put(Events.hour("e", MONDAY, "ann@x"))));
    driver.read(Topics.CALENDAR_EVENTS);

    ChangeResult first = driver.send(Changes.set("team", Changes.delete("e")));
    String after = allRows();
    ChangeResult second = driver.send(Changes.set("team", Changes.delete("e")));

    assertThat(first.getOutcomes())
        .containsExactly(new Outcome("e", OutcomeStatus.DELETED, null, null));
    assertThat(first.getSeq()).isEqualTo(2);
    assertThat(first.getTouched()).containsExactly(new TouchedPartition(0, 2L));
    assertThat(feed()).containsExactly("team/e=null");
    assertThat(driver.rows(IndexStores.ID_INDEX))
        .allMatch(row -> AppliedSeq.isIdKey(row.key.get()));
    assertThat(entryKeys(IndexStores.DTEND_INDEX)).isEmpty();
    assertThat(entryKeys(IndexStores.SUBJECT_DTEND_INDEX)).isEmpty();
    assertThat(rejections(second)).containsExactly("event-not-found");
    assertThat(second.getSeq()).isEqualTo(2);
    assertThat(allRows()).isEqualTo(after);
  }

  @Test
  void shouldLimitWhatAnEventWritesForItsAttendees() {
    Event most = forAttendees(EventLimits.MAX_ATTENDEES, "");
    int entry = IndexEntry.encode(TEAM, most).length;
    int room = EventLimits.MAX_ATTENDEE_ENTRY_BYTES / EventLimits.MAX_ATTENDEES - entry;
    // a text's length takes a byte or two more once it is longer
    String summary = "s".repeat(room - 4);
    while (IndexEntry.encode(TEAM, forAttendees(EventLimits.MAX_ATTENDEES, summary)).length
        < entry + room) {
      summary += "s";
    }

    ChangeResult taken =
        driver.send(
            Changes.set("team", Changes.put(forAttendees(EventLimits.MAX_ATTENDEES, summary))));
    ChangeResult refused =
        driver.send(
            Changes.set(
                "team", Changes.put(forAttendees(EventLimits.MAX_ATTENDEES, summary + "s"))));

    assertThat(taken.getOutcomes().getFirst().getStatus()).isEqualTo(OutcomeStatus.CREATED);
    assertThat(rejections(refused)).containsExactly("limit-exceeded");
    assertThat(refused.getOutcomes().getFirst().getRejection().getProperty()).isEqualTo("ATTENDEE");
  }

  private static Event forAttendees(int number, String summary) {
    Event event =
        Events.hour(
            "e", MONDAY, IntStream.range(0, number).mapToObj(i -> "a" + i).toArray(String[]::new));
    event.getMaster().setSummary(summary);
    return event;
  }

  @Test
  void shouldNotCreateACalendarByWhatItRejects() {
    driver.send(Changes.set("team", Changes.delete("e")));

    assertThat(driver.rows(IndexStores.CALENDARS)).isEmpty();
  }

  @Test
  void shouldApplyAChangeOnlyWhenItsPreconditionHolds() {
    Event one = Events.hour("e", MONDAY);
    Event other = Events.hour("e", TUESDAY);

    assertThat(rejections(driver.send(Changes.set("team", Changes.putIfMatch(one, "*")))))
        .containsExactly("precondition-failed");
    assertThat(statuses(driver.send(Changes.set("team", Changes.putIfNoneMatch(one)))))
        .containsExactly(OutcomeStatus.CREATED);
    ChangeResult taken = driver.send(Changes.set("team", Changes.putIfNoneMatch(other)));
    assertThat(rejections(taken)).containsExactly("precondition-failed");
    assertThat(taken.getOutcomes().getFirst().getEtag()).isEqualTo(Etags.of(one));
    assertThat(
            rejections(
                driver.send(Changes.set("team", Changes.putIfMatch(other, Etags.of(other))))))
        .containsExactly("precondition-failed");
    assertThat(statuses(driver.send(Changes.set("team", Changes.putIfMatch(other, Etags.of(one))))))
        .containsExactly(OutcomeStatus.UPDATED);
    assertThat(statuses(driver.send(Changes.set("team", Changes.putIfMatch(one, "*")))))
        .containsExactly(OutcomeStatus.UPDATED);
    assertThat(
            rejections(
                driver.send(Changes.set("team", Changes.deleteIfMatch("e", Etags.of(other))))))
        .containsExactly("precondition-failed");
    assertThat(
            statuses(driver.send(Changes.set("team", Changes.deleteIfMatch("e", Etags.of(one))))))
        .containsExactly(OutcomeStatus.DELETED);
  }

  @Test
  void shouldApplyEachChangeByItselfUnlessTheSetIsAtomic() {
    ChangeResult result =
        driver.send(
            Changes.set(
                "team",
                Changes.put(Events.hour("a", MONDAY)),
                Changes.delete("missing"),
                Changes.put(Events.hour("b", TUESDAY))));

    assertThat(statuses(result))
        .containsExactly(OutcomeStatus.CREATED, OutcomeStatus.REJECTED, OutcomeStatus.CREATED);
    assertThat(calendar().events()).isEqualTo(2);
    assertThat(calendar().seq()).isEqualTo(2);
  }

  @Test
  void shouldApplyNothingOfAnAtomicSetWhenOneChangeIsRejected() {
    Event before = Events.hour("a", MONDAY, "ann@x");
    driver.send(Changes.set("team", Changes.put(before)));
    driver.read(Topics.CALENDAR_EVENTS);
    String rows = allRows();

    ChangeResult result =
        driver.send(
            Changes.atomicSet(
                "team",
                Changes.put(Events.hour("a", TUESDAY)),
                Changes.delete("missing"),
                Changes.put(Events.hour("b", TUESDAY))));

    assertThat(rejections(result))
        .containsExactly("atomic-set-rejected", "event-not-found", "atomic-set-rejected");
    assertThat(result.getOutcomes().getFirst().getEtag()).isEqualTo(Etags.of(before));
    assertThat(result.getSeq()).isEqualTo(1);
    assertThat(result.getTouched()).isEmpty();
    assertThat(allRows()).isEqualTo(rows);
    assertThat(driver.read(Topics.CALENDAR_EVENTS)).isEmpty();
  }

  @Test
  void shouldApplyAllOfAnAtomicSet() {
    ChangeResult result =
        driver.send(
            Changes.atomicSet(
                "team",
                Changes.put(Events.hour("a", MONDAY)),
                Changes.put(Events.hour("b", TUESDAY))));

    assertThat(statuses(result)).containsOnly(OutcomeStatus.CREATED);
    assertThat(calendar().events()).isEqualTo(2);
  }

  @Test
  void shouldApplyTheChangesOfOneEventInTheirOrder() {
    Event first = Events.hour("e", MONDAY, "ann@x");
    Event second = Events.hour("e", TUESDAY, "ann@x");

    ChangeResult result =
        driver.send(
            Changes.set(
                "team",
                Changes.put(first),
                Changes.putIfMatch(second, Etags.of(first)),
                Changes.put(second),
                Changes.put(Events.hour("gone", MONDAY, "ann@x")),
                Changes.delete("gone")));

    assertThat(statuses(result))
        .containsExactly(
            OutcomeStatus.CREATED,
            OutcomeStatus.UPDATED,
            OutcomeStatus.UNCHANGED,
            OutcomeStatus.CREATED,
            OutcomeStatus.DELETED);
    assertThat(result.getSeq()).isEqualTo(4);
    assertThat(feed())
        .containsExactly("team/e=" + new CalendarEvent("team", 2L, Etags.of(second), second));
    assertThat(entryKeys(IndexStores.SUBJECT_DTEND_INDEX)).hasSize(1);
    assertThat(calendar().events()).isEqualTo(1);
  }

  @Test
  void shouldSendEachAttendeeOneRecordOfASet() {
    driver.send(
        Changes.set(
            "team",
            Changes.put(Events.hour("a", MONDAY, "ann@x", "bob@x")),
            Changes.put(Events.hour("b", TUESDAY, "ann@x"))));

    assertThat(entries())
        .satisfiesExactly(
            ann -> {
              assertThat(ann.getEntries()).hasSize(2);
              assertThat(ann.getCompletes()).isFalse();
            },
            bob -> {
              assertThat(bob.getEntries()).hasSize(1);
              assertThat(bob.getCompletes()).isTrue();
            })
        .allMatch(entries -> entries.getSeq() == 2);
    assertThat(appliedSeq()).isEqualTo(2);
  }

  @Test
  void shouldHandOnThatSomebodyWaitsWithTheLastRecordOfAPartition() {
    var change = Changes.set("team", Changes.put(Events.hour("a", MONDAY, "ann@x", "bob@x")));
    change.setWaitedFor(true);

    driver.send(change);

    assertThat(entries()).extracting(SubjectEntries::getWaitedFor).containsExactly(false, true);
  }

  @Test
  void shouldRejectAnEventThatBreaksARuleAndNameWhereAndWhich() {
    Event event = Events.moved(Events.weekly("e", MONDAY), "2026-03-09T09:00:00Z", TUESDAY);
    event.getOverrides().getFirst().getComponent().setDuration(null);
    event.getOverrides().getFirst().getComponent().setEnd(Events.utc(MONDAY));

    Rejection rejection = rejection(driver.send(Changes.set("team", Changes.put(event))));

    assertThat(rejection.getType()).isEqualTo("invalid-event");
    assertThat(rejection.getProperty()).isEqualTo("DTEND");
    assertThat(rejection.getRule()).contains("RFC 5545");
    assertThat(rejection.getOverride()).isZero();
    assertThat(driver.rows(IndexStores.ID_INDEX)).isEmpty();
  }

  @Test
  void shouldRejectAnEventWhoseRuleCannotBeExpanded() {
    Event event = Events.weekly("e", MONDAY);
    event.getMaster().setRules(List.of("FREQ=SOMETIMES"));

    Rejection rejection = rejection(driver.send(Changes.set("team", Changes.put(event))));

    assertThat(rejection.getType()).isEqualTo("invalid-event");
    assertThat(rejection.getProperty()).isEqualTo("RRULE");
  }

  @Test
  void shouldRejectAnEventBeyondALimit() {
    Event event = Events.hour("e", MONDAY);
    event.setText("x".repeat(EventLimits.MAX_TEXT_BYTES + 1));

    assertThat(rejections(driver.send(Changes.set("team", Changes.put(event)))))
        .containsExactly("limit-exceeded");
  }

  @Test
  void shouldRejectAChangeWhoseEventIsMissingOrAnothers() {
    var other = Changes.put(Events.hour("other", MONDAY));
    other.setUid("e");
    var missing = Changes.put(Events.hour("e", MONDAY));
    missing.setEvent(null);

    assertThat(rejections(driver.send(Changes.set("team", other, missing))))
        .containsExactly("uid-mismatch", "uid-mismatch");
  }

  @Test
  void shouldRejectAUidThatIsNone() {
    String tooLong = "u".repeat(EventUid.MAX_BYTES + 1);

    ChangeResult result =
        driver.send(Changes.set("team", Changes.delete(tooLong), Changes.delete("")));

    assertThat(rejections(result)).containsExactly("invalid-event", "invalid-event");
    assertThat(result.getOutcomes().getFirst().getUid()).isEqualTo(tooLong);
  }

  @Test
  void shouldClipTheSentenceOfARejection() {
    var change = Changes.putIfMatch(Events.hour("e", MONDAY), "x".repeat(10_000));

    assertThat(rejection(driver.send(Changes.set("team", change))).getDetail())
        .hasSize(Rejections.MAX_TEXT + 1)
        .endsWith("…");
  }

  @Test
  void shouldRejectAChangeSetThatMeetsAFaultOfOursAndLeaveNothingOfIt() {
    driver.send(Changes.set("team", Changes.put(Events.hour("a", MONDAY))));
    driver.read(Topics.CALENDAR_EVENTS);
    byte[] key = new IdIndexKey(TEAM, new EventUid("broken")).encode();
    driver
        .streams()
        .<Bytes, byte[]>getKeyValueStore(IndexStores.ID_INDEX)
        .put(Bytes.wrap(key), new byte[] {1});
    String before = allRows();

    ChangeResult result =
        driver.send(
            Changes.set("team", Changes.put(Events.hour("b", MONDAY)), Changes.delete("broken")));

    assertThat(rejections(result)).containsExactly("internal", "internal");
    assertThat(result.getSeq()).isEqualTo(1);
    assertThat(driver.read(Topics.DEAD_LETTERS)).hasSize(1);
    assertThat(allRows()).isEqualTo(before);
    assertThat(driver.read(Topics.CALENDAR_EVENTS)).isEmpty();
    assertThat(statuses(driver.send(Changes.set("team", Changes.put(Events.hour("c", MONDAY))))))
        .containsExactly(OutcomeStatus.CREATED);
  }

  @Test
  void shouldStopAtARowOfALaterFormatRatherThanSetTheRecordAside() {
    byte[] key = new IdIndexKey(TEAM, new EventUid("later")).encode();
    driver
        .streams()
        .<Bytes, byte[]>getKeyValueStore(IndexStores.ID_INDEX)
        .put(Bytes.wrap(key), new byte[] {99});

    assertThatThrownBy(() -> driver.send(Changes.set("team", Changes.delete("later"))))
        .isInstanceOf(StreamsException.class)
        .rootCause()
        .hasMessageContaining("version=99");
    assertThat(driver.read(Topics.DEAD_LETTERS)).isEmpty();
  }

  private IdIndexValue stored(String uid) {
    byte[] key = new IdIndexKey(TEAM, new EventUid(uid)).encode();
    return driver.rows(IndexStores.ID_INDEX).stream()
        .filter(row -> row.key.equals(Bytes.wrap(key)))
        .map(row -> IdIndexValue.read(row.value))
        .findAny()
        .orElseThrow();
  }

  private CalendarRow calendar() {
    List<KeyValue<Bytes, byte[]>> rows = driver.rows(IndexStores.CALENDARS);
    assertThat(rows).hasSize(1);
    return CalendarRow.decode(rows.getFirst().value);
  }

  private List<byte[]> entryKeys(String store) {
    return driver.rows(store).stream()
        .map(row -> row.key.get())
        .filter(DtendIndexKey::isEntry)
        .toList();
  }

  private long appliedSeq() {
    return driver.rows(IndexStores.SUBJECT_DTEND_INDEX).stream()
        .filter(row -> row.key.equals(Bytes.wrap(AppliedSeq.subjectKey(TEAM))))
        .mapToLong(row -> AppliedSeq.decode(row.value))
        .findAny()
        .orElseThrow();
  }

  private String allRows() {
    StringBuilder all = new StringBuilder();
    for (String store :
        List.of(
            IndexStores.ID_INDEX,
            IndexStores.DTEND_INDEX,
            IndexStores.CALENDARS,
            IndexStores.SUBJECT_DTEND_INDEX)) {
      all.append(store).append(rows(driver.rows(store)));
    }
    return all.toString();
  }

  private static String rows(List<KeyValue<Bytes, byte[]>> rows) {
    StringBuilder text = new StringBuilder();
    rows.forEach(
        row -> text.append(row.key).append('=').append(Bytes.wrap(row.value)).append('\n'));
    return text.toString();
  }

  private List<String> feed() {
    return driver.read(Topics.CALENDAR_EVENTS).stream()
        .map(
            record ->
                new String(record.key(), StandardCharsets.UTF_8)
                    + '='
                    + (record.value() == null
                        ? "null"
                        : RecordCodec.calendarEvents().decode(record.value())))
        .toList();
  }

  private List<SubjectEntries> entries() {
    return driver.read(Topics.SUBJECT_ENTRIES).stream()
        .map(record -> RecordCodec.subjectEntries().decode(record.value()))
        .toList();
  }

  private static List<OutcomeStatus> statuses(ChangeResult result) {
    return result.getOutcomes().stream().map(Outcome::getStatus).toList();
  }

  private static List<String> rejections(ChangeResult result) {
    return result.getOutcomes().stream()
        .filter(outcome -> outcome.getRejection() != null)
        .map(outcome -> outcome.getRejection().getType())
        .toList();
  }

  private static Rejection rejection(ChangeResult result) {
    assertThat(result.getOutcomes()).hasSize(1);
    return result.getOutcomes().getFirst().getRejection();
  }
}
