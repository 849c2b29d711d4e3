package org.kalends.indexer.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.query.KeyQuery;
import org.apache.kafka.streams.query.RangeQuery;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;
import org.kalends.indexer.index.AppliedSeq;
import org.kalends.indexer.index.CalendarRow;
import org.kalends.indexer.index.EntryScan;
import org.kalends.indexer.index.IdIndexKey;
import org.kalends.indexer.index.IdIndexValue;
import org.kalends.indexer.index.KeyRange;
import org.kalends.indexer.index.OrderedRows;
import org.kalends.indexer.index.RowCursor;
import org.kalends.indexer.index.SubjectVersion;
import org.kalends.schemas.AttendeeAddress;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;
import org.kalends.schemas.Partitioning;
import org.kalends.schemas.TimeRange;

/**
 * Reads this node's active tasks through interactive queries, committed rows only. A look-up costs
 * some 10 µs, opening a range 20–30 µs, and a row of it 0.3 µs.
 */
public final class StreamsIndexReader implements IndexReader {
  private final StoreQueries stores;
  private final int partitions;

  public StreamsIndexReader(KafkaStreams streams, int partitions) {
    this(new StreamsQueries(streams), partitions);
  }

  StreamsIndexReader(StoreQueries stores, int partitions) {
    this.stores = stores;
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
    return exists(row) ? state(calendar, row) : null;
  }

  @Override
  public long calendarSeq(CalendarId calendar) throws PartitionUnavailableException {
    CalendarRow row = row(calendar);
    if (row.seq() == 0 || row.state() == CalendarRow.State.DELETED) {
      return row.seq();
    }
    // the stores are committed one after the other: the change is here once all three have it
    long inEntries =
        SubjectVersion.decode(
            get(of(calendar), IndexStores.DTEND_INDEX, SubjectVersion.key(calendar)));
    long inEvents =
        AppliedSeq.decode(get(of(calendar), IndexStores.ID_INDEX, AppliedSeq.idKey(calendar)));
    return Math.min(row.seq(), Math.min(inEntries, inEvents));
  }

  private CalendarRow row(CalendarId calendar) throws PartitionUnavailableException {
    byte[] value = get(of(calendar), IndexStores.CALENDARS, CalendarRow.key(calendar));
    return value == null ? CalendarRow.NEW : CalendarRow.decode(value);
  }

  private static boolean exists(CalendarRow row) {
    return row.state() == CalendarRow.State.OPEN && row.seq() > 0;
  }

  private static CalendarState state(CalendarId calendar, CalendarRow row) {
    return new CalendarState(calendar, row.seq(), row.events(), row.overrides(), row.checksum());
  }

  @Override
  public List<CalendarState> calendars(int partition, @Nullable CalendarId after, int limit)
      throws PartitionUnavailableException {
    RangeQuery<Bytes, byte[]> behind =
        after == null ? RangeQuery.withNoBounds() : RangeQuery.withLowerBound(justBehind(after));
    List<CalendarState> calendars = new ArrayList<>();
    try (RowCursor rows =
        rows(new StorePartition(SubIndex.CALENDAR, partition), IndexStores.CALENDARS, behind)) {
      while (calendars.size() < limit && rows.next()) {
        CalendarRow row = CalendarRow.decode(rows.value());
        if (exists(row)) {
          calendars.add(state(CalendarRow.calendarOf(rows.key()), row));
        }
      }
    } catch (LostPartitionException e) {
      throw e.fault();
    }
    return calendars;
  }

  private static Bytes justBehind(CalendarId calendar) {
    byte[] key = CalendarRow.key(calendar);
    return Bytes.wrap(Arrays.copyOf(key, key.length + 1));
  }

  @Override
  public @Nullable StoredEvent event(CalendarId calendar, EventUid uid)
      throws PartitionUnavailableException {
    if (!exists(row(calendar))) {
      return null;
    }
    byte[] value = get(of(calendar), IndexStores.ID_INDEX, new IdIndexKey(calendar, uid).encode());
    return value == null ? null : storedEvent(value);
  }

  private static StoredEvent storedEvent(byte[] value) {
    IdIndexValue stored = IdIndexValue.read(value);
    return new StoredEvent(stored.event(), stored.etag(), stored.seq());
  }

  @Override
  public List<StoredEvent> events(CalendarId calendar, @Nullable EventUid after, int limit)
      throws PartitionUnavailableException {
    List<StoredEvent> events = new ArrayList<>();
    if (!exists(row(calendar))) {
      return events;
    }
    KeyRange range =
        after == null ? IdIndexKey.rows(calendar) : IdIndexKey.rowsAfter(calendar, after);
    try (RowCursor rows = rows(of(calendar), IndexStores.ID_INDEX, query(range))) {
      while (events.size() < limit && rows.next()) {
        events.add(storedEvent(rows.value()));
      }
    } catch (LostPartitionException e) {
      throw e.fault();
    }
    return events;
  }

  @Override
  public EntryCursor entries(CalendarId calendar, TimeRange window)
      throws PartitionUnavailableException {
    OrderedRows rows = new StoredRows(of(calendar), IndexStores.DTEND_INDEX);
    return ScanCursor.open(() -> EntryScan.of(rows, calendar, window));
  }

  @Override
  public EntryCursor entries(AttendeeAddress attendee, TimeRange window)
      throws PartitionUnavailableException {
    OrderedRows rows = new StoredRows(of(attendee), IndexStores.SUBJECT_DTEND_INDEX);
    return ScanCursor.open(() -> EntryScan.of(rows, attendee, window));
  }

  @Override
  public long subjectVersion(AttendeeAddress attendee) throws PartitionUnavailableException {
    return SubjectVersion.decode(
        get(of(attendee), IndexStores.SUBJECT_DTEND_INDEX, SubjectVersion.key(attendee)));
  }

  @Override
  public long appliedSeq(int subjectPartition, CalendarId calendar)
      throws PartitionUnavailableException {
    return AppliedSeq.decode(
        get(
            new StorePartition(SubIndex.SUBJECT, subjectPartition),
            IndexStores.SUBJECT_DTEND_INDEX,
            AppliedSeq.subjectKey(calendar)));
  }

  private StorePartition of(CalendarId calendar) {
    return new StorePartition(SubIndex.CALENDAR, Partitioning.partitionOf(calendar, partitions));
  }

  private StorePartition of(AttendeeAddress attendee) {
    return new StorePartition(SubIndex.SUBJECT, Partitioning.partitionOf(attendee, partitions));
  }

  private byte @Nullable [] get(StorePartition partition, String store, byte[] key)
      throws PartitionUnavailableException {
    return stores.query(partition, store, KeyQuery.<Bytes, byte[]>withKey(Bytes.wrap(key)));
  }

  private static RangeQuery<Bytes, byte[]> query(KeyRange range) {
    return RangeQuery.withRange(Bytes.wrap(range.from()), Bytes.wrap(range.to()));
  }

  private RowCursor rows(StorePartition partition, String store, RangeQuery<Bytes, byte[]> query)
      throws PartitionUnavailableException {
    KeyValueIterator<Bytes, byte[]> iterator = stores.query(partition, store, query);
    if (iterator == null) {
      throw partition.unavailable("the store answered nothing");
    }
    return new StoreRows(partition, iterator);
  }

  /** A store's rows as a scan walks over them. */
  private final class StoredRows implements OrderedRows {
    private final StorePartition partition;
    private final String store;

    StoredRows(StorePartition partition, String store) {
      this.partition = partition;
      this.store = store;
    }

    @Override
    public byte @Nullable [] get(byte[] key) {
      try {
        return StreamsIndexReader.this.get(partition, store, key);
      } catch (PartitionUnavailableException e) {
        throw new LostPartitionException(e);
      }
    }

    @Override
    public RowCursor range(KeyRange range) {
      try {
        return rows(partition, store, query(range));
      } catch (PartitionUnavailableException e) {
        throw new LostPartitionException(e);
      }
    }
  }
}
