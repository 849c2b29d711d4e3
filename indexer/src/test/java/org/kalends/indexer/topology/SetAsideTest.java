package org.kalends.indexer.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kalends.indexer.store.IndexStores;
import org.kalends.schemas.DeadLetterHeaders;
import org.kalends.schemas.RecordCodec;
import org.kalends.schemas.Topics;
import org.kalends.schemas.avro.CalendarChange;
import org.kalends.schemas.avro.Change;
import org.kalends.schemas.avro.ChangeAction;
import org.kalends.schemas.avro.ChangeResult;
import org.kalends.schemas.avro.EntrySpan;
import org.kalends.schemas.avro.SubjectEntries;
import org.kalends.schemas.avro.SubjectEntry;

/** Records that cannot be processed: one dead letter each, and the next record is handled. */
class SetAsideTest {
  private static final byte[] GARBAGE = {1, 2, 3};

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
  void shouldKeepARecordAsItWasWithWhereItStoodAndWhy() {
    driver.send(deletion("team"));
    Headers own = new RecordHeaders().add("traceparent", new byte[] {7});

    driver.write(Topics.CALENDAR_CHANGES, new TestRecord<>(IndexDriver.key("team"), GARBAGE, own));

    TestRecord<byte[], byte[]> letter = onlyLetter();
    assertThat(letter.key()).isEqualTo(IndexDriver.key("team"));
    assertThat(letter.value()).isEqualTo(GARBAGE);
    assertThat(letter.headers().lastHeader("traceparent").value()).containsExactly(7);
    assertThat(header(letter, DeadLetterHeaders.TOPIC)).isEqualTo("calendar-changes");
    assertThat(header(letter, DeadLetterHeaders.PARTITION)).isEqualTo("0");
    assertThat(header(letter, DeadLetterHeaders.OFFSET)).isEqualTo("1");
    assertThat(header(letter, DeadLetterHeaders.AT)).isEqualTo(IndexDriver.NOW.toString());
    assertThat(header(letter, DeadLetterHeaders.REASON)).contains("CalendarChange", "bytes=3");
  }

  @Test
  void shouldHandleTheRecordBehindAPoisonedOne() {
    driver.write(Topics.CALENDAR_CHANGES, IndexDriver.key("team"), GARBAGE);

    ChangeResult result = driver.send(deletion("team"));

    assertThat(result.getOutcomes()).hasSize(1);
    assertThat(driver.read(Topics.DEAD_LETTERS)).hasSize(1);
  }

  /** A count of changes that takes all memory where it is believed. */
  @Test
  void shouldSetAsideARecordThatClaimsMoreThanItHas() {
    byte[] claims = Arrays.copyOf(encoded(deletion("team")), 10 + 2 + 5 + 1 + 1 + 5);
    // some 700,000,000 changes, as Avro writes a long
    System.arraycopy(
        new byte[] {(byte) 0x80, (byte) 0xBC, (byte) 0xC3, (byte) 0x9B, 0x05},
        0,
        claims,
        claims.length - 5,
        5);

    driver.write(Topics.CALENDAR_CHANGES, IndexDriver.key("team"), claims);

    assertThat(header(onlyLetter(), DeadLetterHeaders.REASON)).contains("beyond the record's end");
  }

  @Test
  void shouldSetAsideARecordOfASchemaFromTheFuture() throws Exception {
    Schema future =
        SchemaBuilder.record("CalendarChange")
            .namespace("org.kalends.schemas.avro")
            .fields()
            .requiredString("changeId")
            .requiredString("tenant")
            .endRecord();
    var record = new GenericRecordBuilder(future).set("changeId", "1").set("tenant", "t").build();
    byte[] bytes =
        new BinaryMessageEncoder<GenericData.Record>(GenericData.get(), future)
            .encode(record)
            .array();

    driver.write(Topics.CALENDAR_CHANGES, IndexDriver.key("team"), bytes);

    assertThat(header(onlyLetter(), DeadLetterHeaders.REASON)).contains("in a schema known here");
  }

  @Test
  void shouldSetAsideARecordWithoutKeyOrValue() {
    driver.write(Topics.CALENDAR_CHANGES, null, encoded(deletion("team")));
    driver.write(Topics.CALENDAR_CHANGES, IndexDriver.key("team"), null);

    assertThat(driver.read(Topics.DEAD_LETTERS))
        .allSatisfy(letter -> assertThat(header(letter, DeadLetterHeaders.REASON)).contains("null"))
        .hasSize(2);
  }

  @Test
  void shouldSetAsideAChangeUnderAnotherCalendarsKey() {
    driver.write(Topics.CALENDAR_CHANGES, IndexDriver.key("other"), encoded(deletion("team")));

    assertThat(header(onlyLetter(), DeadLetterHeaders.REASON)).contains("key=other calendar=team");
  }

  @Test
  void shouldSetAsideAChangeOfACalendarThatCannotBeNamedSo() {
    driver.write(Topics.CALENDAR_CHANGES, IndexDriver.key("a/b"), encoded(deletion("a/b")));

    assertThat(header(onlyLetter(), DeadLetterHeaders.REASON)).contains("calendar=a/b");
  }

  @Test
  void shouldSetAsideAChangeInAnotherCalendarsPartition() {
    ChangeReader reader = new ChangeReader(4);
    byte[] change = encoded(deletion("team"));

    assertThat(List.of(0, 1, 2, 3).stream().filter(each -> isReadIn(reader, change, each)))
        .hasSize(1);
  }

  private static boolean isReadIn(ChangeReader reader, byte[] change, int partition) {
    try {
      reader.read(IndexDriver.key("team"), change, partition);
      return true;
    } catch (UnacceptableRecordException e) {
      assertThat(e).hasMessageContaining("partition=" + partition + " right=");
      return false;
    }
  }

  @Test
  void shouldSetAsideAChangeSetThatIsTooLarge() {
    CalendarChange change = deletion("team");
    CalendarChange larger = deletion("team");
    int rest = Topics.MAX_CHANGE_SET_BYTES - encoded(change).length;
    change.setChangeId("x".repeat(rest - 8));
    larger.setChangeId("x".repeat(rest + 8));

    driver.send(change);
    assertThat(driver.read(Topics.DEAD_LETTERS)).isEmpty();

    driver.write(Topics.CALENDAR_CHANGES, IndexDriver.key("team"), encoded(larger));
    assertThat(header(onlyLetter(), DeadLetterHeaders.REASON))
        .contains("limit=" + Topics.MAX_CHANGE_SET_BYTES);
  }

  @Test
  void shouldSetAsideAChangeSetOfTooManyChanges() {
    Change change = Change.newBuilder().setAction(ChangeAction.DELETE).setUid("u").build();
    CalendarChange most = change("team", Collections.nCopies(Topics.MAX_CHANGES, change));
    CalendarChange more = change("team", Collections.nCopies(Topics.MAX_CHANGES + 1, change));

    assertThat(driver.send(most).getOutcomes()).hasSize(Topics.MAX_CHANGES);
    assertThat(driver.read(Topics.DEAD_LETTERS)).isEmpty();

    driver.write(Topics.CALENDAR_CHANGES, IndexDriver.key("team"), encoded(more));
    assertThat(header(onlyLetter(), DeadLetterHeaders.REASON))
        .contains("limit=" + Topics.MAX_CHANGES);
  }

  @Test
  void shouldSetAsideWithoutItsValueWhatIsTooLargeForADeadLetter() {
    int most = Topics.MAX_RECORD_BYTES - DeadLetters.HEADROOM_BYTES - 1;

    driver.write(Topics.CALENDAR_CHANGES, IndexDriver.key("k"), new byte[most]);
    driver.write(Topics.CALENDAR_CHANGES, IndexDriver.key("k"), new byte[most + 1]);

    List<TestRecord<byte[], byte[]>> letters = driver.read(Topics.DEAD_LETTERS);
    assertThat(letters.get(0).value()).hasSize(most);
    assertThat(letters.get(1).value()).isNull();
    assertThat(header(letters.get(1), DeadLetterHeaders.REASON)).contains("too large");
  }

  @Test
  void shouldSetAsideGarbageAmongAttendeesEntries() {
    driver.write(Topics.SUBJECT_ENTRIES, IndexDriver.key("ann@example.org"), GARBAGE);
    driver.write(Topics.SUBJECT_ENTRIES, IndexDriver.key("Ann@Example.org"), entries(null, null));
    driver.write(
        Topics.SUBJECT_ENTRIES,
        IndexDriver.key("ann@example.org"),
        entries(new EntrySpan(0L, 1L, 99), null));
    driver.write(
        Topics.SUBJECT_ENTRIES,
        IndexDriver.key("ann@example.org"),
        entries(null, new EntrySpan(0L, 1L, 1)));
    driver.write(Topics.SUBJECT_ENTRIES, null, entries(null, null));

    assertThat(driver.read(Topics.DEAD_LETTERS))
        .extracting(letter -> header(letter, DeadLetterHeaders.REASON))
        .satisfiesExactly(
            reason -> assertThat(reason).contains("SubjectEntries"),
            reason -> assertThat(reason).contains("not normalized"),
            reason -> assertThat(reason).contains("code=99"),
            reason -> assertThat(reason).contains("a place and an entry"),
            reason -> assertThat(reason).contains("null"));
    assertThat(driver.rows(IndexStores.SUBJECT_DTEND_INDEX)).isEmpty();
  }

  private static byte[] entries(@Nullable EntrySpan remove, @Nullable EntrySpan put) {
    return RecordCodec.subjectEntries()
        .encode(
            new SubjectEntries(
                "team", 1L, false, false, List.of(new SubjectEntry("u", remove, put, null))));
  }

  private static CalendarChange deletion(String calendar) {
    return change(
        calendar, List.of(Change.newBuilder().setAction(ChangeAction.DELETE_CALENDAR).build()));
  }

  private static CalendarChange change(String calendar, List<Change> changes) {
    return new CalendarChange("c", calendar, false, false, changes);
  }

  private static byte[] encoded(CalendarChange change) {
    return RecordCodec.calendarChanges().encode(change);
  }

  private TestRecord<byte[], byte[]> onlyLetter() {
    List<TestRecord<byte[], byte[]>> letters = driver.read(Topics.DEAD_LETTERS);
    assertThat(letters).hasSize(1);
    return letters.getFirst();
  }

  private static String header(TestRecord<byte[], byte[]> letter, String name) {
    return new String(letter.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
  }
}
