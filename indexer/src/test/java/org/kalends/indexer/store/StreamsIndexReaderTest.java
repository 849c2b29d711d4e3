package org.kalends.indexer.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.query.FailureReason;
import org.apache.kafka.streams.query.PositionBound;
import org.apache.kafka.streams.query.Query;
import org.apache.kafka.streams.query.QueryConfig;
import org.apache.kafka.streams.query.QueryResult;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.kalends.indexer.topology.IndexDriver;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;
import org.kalends.schemas.avro.CalendarChange;
import org.kalends.schemas.avro.Change;
import org.kalends.schemas.avro.ChangeAction;
import org.kalends.schemas.avro.Event;

/** The reader over the stores that the topology writes. */
class StreamsIndexReaderTest extends IndexReaderContract {
  private final Set<SubIndex> lost = EnumSet.noneOf(SubIndex.class);
  private IndexDriver driver;
  private IndexReader reader;

  @BeforeEach
  void open(@TempDir Path stateDir) {
    driver = new IndexDriver(stateDir);
    reader = new StreamsIndexReader(new DriverQueries(), 1);
  }

  @AfterEach
  void close() {
    driver.close();
  }

  /** Asks the driver's stores as KafkaStreams asks its own. */
  private final class DriverQueries implements StoreQueries {
    @Override
    public <R> @Nullable R query(StorePartition partition, String store, Query<R> query)
        throws PartitionUnavailableException {
      QueryResult<R> result =
          lost.contains(partition.index())
              ? null
              : driver
                  .streams()
                  .getKeyValueStore(store)
                  .query(
                      query,
                      PositionBound.unbounded(),
                      new QueryConfig(false, IsolationLevel.READ_COMMITTED));
      return StreamsQueries.answer(partition, result);
    }
  }

  @Override
  IndexReader reader() {
    return reader;
  }

  @Override
  void put(CalendarId calendar, Event event) {
    send(
        calendar,
        Change.newBuilder()
            .setAction(ChangeAction.PUT)
            .setUid(event.getUid())
            .setEvent(event)
            .build());
  }

  @Override
  void delete(CalendarId calendar, EventUid uid) {
    send(calendar, Change.newBuilder().setAction(ChangeAction.DELETE).setUid(uid.value()).build());
  }

  @Override
  void deleteCalendar(CalendarId calendar) {
    send(calendar, Change.newBuilder().setAction(ChangeAction.DELETE_CALENDAR).build());
  }

  private void send(CalendarId calendar, Change change) {
    driver.send(new CalendarChange("c", calendar.value(), false, true, List.of(change)));
  }

  @Override
  void lose(SubIndex index) {
    lost.add(index);
  }

  @Override
  long open() {
    return driver.streams().metrics().entrySet().stream()
        .filter(metric -> metric.getKey().name().equals("num-open-iterators"))
        .mapToLong(metric -> ((Number) metric.getValue().metricValue()).longValue())
        .sum();
  }

  @ParameterizedTest
  @EnumSource(FailureReason.class)
  void shouldTakeNoFailedQueryForAnEmptyAnswer(FailureReason reason) {
    assertThatThrownBy(
            () ->
                StreamsQueries.answer(
                    new StorePartition(SubIndex.SUBJECT, 3),
                    QueryResult.forFailure(reason, "not now")))
        .isInstanceOf(PartitionUnavailableException.class)
        .hasMessageContaining("index=SUBJECT partition=3")
        .hasMessageContaining(reason + ": not now");
  }

  @Test
  void shouldNotTakeAStoreThatIsClosedInTheMiddleOfAScanForItsEnd() {
    StoreRows rows = new StoreRows(new StorePartition(SubIndex.CALENDAR, 0), new ClosingIterator());

    assertThat(rows.next()).isTrue();
    assertThatThrownBy(rows::next)
        .isInstanceOfSatisfying(
            LostPartitionException.class,
            lostPartition -> assertThat(lostPartition.fault()).hasMessageContaining("closed"));
  }

  /** One row, and then the store is gone. */
  private static final class ClosingIterator implements KeyValueIterator<Bytes, byte[]> {
    private boolean read;

    @Override
    public boolean hasNext() {
      if (read) {
        throw new InvalidStateStoreException("The iterator of the store has been closed");
      }
      return true;
    }

    @Override
    public KeyValue<Bytes, byte[]> next() {
      read = true;
      return KeyValue.pair(peekNextKey(), new byte[0]);
    }

    @Override
    public Bytes peekNextKey() {
      return Bytes.wrap(new byte[0]);
    }

    @Override
    public void close() {}
  }
}
