package org.kalends.indexer.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.errors.StreamsNotStartedException;
import org.apache.kafka.streams.errors.UnknownStateStoreException;
import org.apache.kafka.streams.query.KeyQuery;
import org.apache.kafka.streams.query.Query;
import org.apache.kafka.streams.query.QueryResult;
import org.apache.kafka.streams.query.RangeQuery;
import org.apache.kafka.streams.query.StateQueryRequest;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;
import org.kalends.indexer.index.AppliedKey;
import org.kalends.indexer.index.AppliedRow;
import org.kalends.indexer.index.CalendarRow;
import org.kalends.indexer.index.EntryScan;
import org.kalends.indexer.index.IdIndexKey;
import org.kalends.indexer.index.IdIndexValue;
import org.kalends.indexer.index.IndexEntry;
import org.kalends.indexer.index.KeyRange;
import org.kalends.indexer.index.OrderedRows;
import org.kalends.indexer.index.RowCursor;
import org.kalends.indexer.index.SubjectVersion;
import org.kalends.schemas.AttendeeAddress;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;
import org.kalends.schemas.Partitioning;
import org.kalends.schemas.TimeRange;

/** Reads this node's active tasks through interactive queries, committed rows only. */
public final class StreamsIndexReader implements IndexReader {
  private final KafkaStreams streams;
  private final int partitions;

  public StreamsIndexReader(KafkaStreams streams, int partitions) {
    this.streams = streams;
    this.partitions = partitions;
  }

  @Override
  public int partitions() {
    return partitions;
  }

  @Override
  public @Nullable CalendarState calendar(CalendarId calendar)
      throws PartitionUnavailableException {
    CalendarRow row = row(calendar);
    return row == null || row.state() != CalendarRow.State.OPEN ? null : state(calendar, row);
  }

  @Override
  public long calendarSeq(CalendarId calendar) throws PartitionUnavailableException {
    CalendarRow row = row(calendar);
    return row == null ? 0 : row.seq();
  }

  private @Nullable CalendarRow row(CalendarId calendar) throws PartitionUnavailableException {
    int partition = Partitioning.partitionOf(calendar, partitions);
    byte[] value =
        get(SubIndex.CALENDAR, partition, IndexStores.CALENDARS, CalendarRow.key(calendar));
    return value == null ? null : CalendarRow.decode(value);
  }

  private static CalendarState state(CalendarId calendar, CalendarRow row) {
    return new CalendarState(calendar, row.seq(), row.events(), row.overrides(), row.checksum());
  }

  @Override
  public List<CalendarState> calendars(int partition, @Nullable CalendarId after, int limit)
      throws PartitionUnavailableException {
    RangeQuery<Bytes, byte[]> behind =
        after == null
            ? RangeQuery.withNoBounds()
            : RangeQuery.withLowerBound(
                Bytes.wrap(
                    java.util.Arrays.copyOf(CalendarRow.key(after), after.value().length() + 1)));
    List<CalendarState> calendars = new ArrayList<>();
    try (KeyValueIterator<Bytes, byte[]> rows =
        query(SubIndex.CALENDAR, partition, IndexStores.CALENDARS, behind)) {
      while (calendars.size() < limit && rows.hasNext()) {
        var row = rows.next();
        CalendarRow value = CalendarRow.decode(row.value);
        if (value.state() == CalendarRow.State.OPEN) {
          calendars.add(state(CalendarRow.calendarOf(row.key.get()), value));
        }
      }
    }
    return calendars;
  }

  @Override
  public @Nullable StoredEvent event(CalendarId calendar, EventUid uid)
      throws PartitionUnavailableException {
    if (calendar(calendar) == null) {
      return null;
    }
    int partition = Partitioning.partitionOf(calendar, partitions);
    byte[] value =
        get(
            SubIndex.CALENDAR,
            partition,
            IndexStores.ID_INDEX,
            new IdIndexKey(calendar, uid).encode());
    return value == null ? null : storedEvent(value);
  }

  private static StoredEvent storedEvent(byte[] value) {
    IdIndexValue stored = IdIndexValue.read(value);
    return new StoredEvent(stored.event(), stored.etag(), stored.seq());
  }

  @Override
  public List<StoredEvent> events(CalendarId calendar, @Nullable EventUid after, int limit)
      throws PartitionUnavailableException {
    if (calendar(calendar) == null) {
      return List.of();
    }
    KeyRange range =
        after == null ? IdIndexKey.rows(calendar) : IdIndexKey.rowsAfter(calendar, after);
    int partition = Partitioning.partitionOf(calendar, partitions);
    List<StoredEvent> events = new ArrayList<>();
    try (KeyValueIterator<Bytes, byte[]> rows =
        range(SubIndex.CALENDAR, partition, IndexStores.ID_INDEX, range)) {
      while (events.size() < limit && rows.hasNext()) {
        events.add(storedEvent(rows.next().value));
      }
    }
    return events;
  }

  @Override
  public EntryCursor entries(CalendarId calendar, TimeRange window)
      throws PartitionUnavailableException {
    int partition = Partitioning.partitionOf(calendar, partitions);
    return scan(
        SubIndex.CALENDAR,
        partition,
        () ->
            EntryScan.of(
                rows(SubIndex.CALENDAR, partition, IndexStores.DTEND_INDEX), calendar, window));
  }

  @Override
  public EntryCursor entries(AttendeeAddress attendee, TimeRange window)
      throws PartitionUnavailableException {
    int partition = Partitioning.partitionOf(attendee, partitions);
    return scan(
        SubIndex.SUBJECT,
        partition,
        () ->
            EntryScan.of(
                rows(SubIndex.SUBJECT, partition, IndexStores.SUBJECT_DTEND_INDEX),
                attendee,
                window));
  }

  @Override
  public long subjectVersion(AttendeeAddress attendee) throws PartitionUnavailableException {
    int partition = Partitioning.partitionOf(attendee, partitions);
    return SubjectVersion.decode(
        get(
            SubIndex.SUBJECT,
            partition,
            IndexStores.SUBJECT_DTEND_INDEX,
            SubjectVersion.key(attendee)));
  }

  @Override
  public long appliedSeq(int subjectPartition, CalendarId calendar)
      throws PartitionUnavailableException {
    return applied(subjectPartition, new AppliedKey.OfCalendar(calendar));
  }

  private long applied(int partition, AppliedKey key) throws PartitionUnavailableException {
    byte[] value = get(SubIndex.SUBJECT, partition, IndexStores.SUBJECT_APPLIED, key.encode());
    return value == null ? 0 : AppliedRow.decode(value).value();
  }

  private byte @Nullable [] get(SubIndex index, int partition, String store, byte[] key)
      throws PartitionUnavailableException {
    return query(index, partition, store, KeyQuery.<Bytes, byte[]>withKey(Bytes.wrap(key)));
  }

  private KeyValueIterator<Bytes, byte[]> range(
      SubIndex index, int partition, String store, KeyRange range)
      throws PartitionUnavailableException {
    return query(
        index,
        partition,
        store,
        RangeQuery.withRange(Bytes.wrap(range.from()), Bytes.wrap(range.to())));
  }

  private static EntryCursor scan(SubIndex index, int partition, Supplier<EntryScan> scan)
      throws PartitionUnavailableException {
    try {
      return new ScanCursor(index, partition, scan.get());
    } catch (UnavailableWithin e) {
      throw e.fault;
    } catch (InvalidStateStoreException e) {
      throw new PartitionUnavailableException(index, partition, String.valueOf(e.getMessage()));
    }
  }

  private OrderedRows rows(SubIndex index, int partition, String store) {
    return new OrderedRows() {
      @Override
      public byte @Nullable [] get(byte[] key) {
        try {
          return StreamsIndexReader.this.get(index, partition, store, key);
        } catch (PartitionUnavailableException e) {
          throw new UnavailableWithin(e);
        }
      }

      @Override
      public RowCursor range(KeyRange range) {
        try {
          return new StoreRows(StreamsIndexReader.this.range(index, partition, store, range));
        } catch (PartitionUnavailableException e) {
          throw new UnavailableWithin(e);
        }
      }
    };
  }

  private <R> R query(SubIndex index, int partition, String store, Query<R> query)
      throws PartitionUnavailableException {
    StateQueryRequest<R> request =
        StateQueryRequest.inStore(store)
            .withQuery(query)
            .withPartitions(Set.of(partition))
            .withIsolationLevel(IsolationLevel.READ_COMMITTED)
            .requireActive();
    QueryResult<R> result;
    try {
      result = streams.query(request).getPartitionResults().get(partition);
    } catch (StreamsNotStartedException | UnknownStateStoreException e) {
      throw new PartitionUnavailableException(index, partition, "the node is starting or stopping");
    } catch (InvalidStateStoreException | IllegalStateException e) {
      throw new PartitionUnavailableException(index, partition, String.valueOf(e.getMessage()));
    }
    if (result == null) {
      throw new PartitionUnavailableException(index, partition, "this node does not hold it");
    }
    if (result.isFailure()) {
      throw new PartitionUnavailableException(
          index, partition, result.getFailureReason() + ": " + result.getFailureMessage());
    }
    return result.getResult();
  }

  /** Carries the fault through the index package, which knows no stores. */
  private static final class UnavailableWithin extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final transient PartitionUnavailableException fault;

    UnavailableWithin(PartitionUnavailableException fault) {
      super(fault);
      this.fault = fault;
    }
  }

  /** A scan as a cursor; all that it reads is open. */
  private record ScanCursor(SubIndex index, int partition, EntryScan scan) implements EntryCursor {
    @Override
    public @Nullable IndexEntry next() throws PartitionUnavailableException {
      try {
        return scan.next();
      } catch (InvalidStateStoreException e) {
        throw new PartitionUnavailableException(index, partition, String.valueOf(e.getMessage()));
      }
    }

    @Override
    public long version() {
      return scan.version();
    }

    @Override
    public void close() {
      scan.close();
    }
  }
}
