package org.kalends.indexer.store;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kalends.indexer.index.CalendarRow;
import org.kalends.indexer.index.EntryScan;
import org.kalends.indexer.index.Etags;
import org.kalends.indexer.index.IdIndexKey;
import org.kalends.indexer.index.IdIndexValue;
import org.kalends.indexer.index.IndexEntry;
import org.kalends.indexer.index.IndexRows;
import org.kalends.indexer.index.KeyRange;
import org.kalends.indexer.index.MemoryRows;
import org.kalends.indexer.index.RowCursor;
import org.kalends.indexer.index.RowUpdate;
import org.kalends.indexer.recurrence.EventExpansion;
import org.kalends.schemas.AttendeeAddress;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;
import org.kalends.schemas.Partitioning;
import org.kalends.schemas.TimeRange;
import org.kalends.schemas.avro.EntrySpan;
import org.kalends.schemas.avro.Event;
import org.kalends.schemas.avro.SubjectEntry;
import org.kalends.schemas.event.InvalidEventException;

/**
 * The whole index in memory, its rows made as the real one makes them: the model that the stores
 * are held against, and what tests of queries read. Every change is seen at once, by attendees too.
 * Safe for many threads.
 */
public final class MemoryIndex implements IndexReader {
  private final int partitions;
  private final MemoryRows ids = new MemoryRows();
  private final MemoryRows byCalendar = new MemoryRows();
  private final MemoryRows byAttendee = new MemoryRows();
  private final MemoryRows calendars = new MemoryRows();
  private final Map<AttendeeAddress, Long> versions = new HashMap<>();
  private final Map<CalendarId, Map<Integer, Long>> applied = new HashMap<>();
  private final Set<Held> lost = new HashSet<>();
  private final Map<CalendarId, Long> lags = new HashMap<>();
  private int open;

  private record Held(SubIndex index, int partition) {}

  public MemoryIndex(int partitions) {
    this.partitions = partitions;
  }

  /**
   * Creates or replaces an event; an equal one changes nothing.
   *
   * @return the event's etag
   */
  public synchronized String put(CalendarId calendar, Event event) throws InvalidEventException {
    EventUid uid = new EventUid(event.getUid());
    String etag = Etags.of(event);
    IdIndexValue old = stored(calendar, uid);
    if (old == null || !old.etag().equals(etag)) {
      IndexRows rows = IndexRows.of(calendar, event, EventExpansion.compile(event));
      CalendarRow row = without(calendar, uid, old);
      long seq = row.seq() + 1;
      ids.put(key(calendar, uid), IdIndexValue.encode(seq, etag, rows, event));
      put(
          calendar,
          row.plus(uid, etag, event.getOverrides().size(), rows.span())
              .withSeq(seq)
              .withState(CalendarRow.State.OPEN));
      update(calendar, seq, old == null ? null : IndexRows.stored(calendar, uid, old), rows);
    }
    return etag;
  }

  /** Whether there was such an event. */
  public synchronized boolean delete(CalendarId calendar, EventUid uid) {
    IdIndexValue old = stored(calendar, uid);
    if (old == null) {
      return false;
    }
    long seq = row(calendar).seq() + 1;
    put(calendar, without(calendar, uid, old).withSeq(seq));
    ids.remove(key(calendar, uid));
    update(calendar, seq, IndexRows.stored(calendar, uid, old), null);
    return true;
  }

  /** Whether there was such a calendar. */
  public synchronized boolean deleteCalendar(CalendarId calendar) {
    CalendarRow row = row(calendar);
    if (!exists(row)) {
      return false;
    }
    for (EventUid uid : uids(calendar)) {
      delete(calendar, uid);
    }
    put(calendar, CalendarRow.NEW.withSeq(row.seq() + 1).withState(CalendarRow.State.DELETED));
    return true;
  }

  /** From now on reads of the partition fail, as those of another node's do. */
  public synchronized void lose(SubIndex index, int partition) {
    lost.add(new Held(index, partition));
  }

  public synchronized void regain(SubIndex index, int partition) {
    lost.remove(new Held(index, partition));
  }

  /**
   * From now on the events of the calendar are so many changes behind its row, in numbers alone.
   */
  public synchronized void lag(CalendarId calendar, long changes) {
    lags.put(calendar, changes);
  }

  /** Entry cursors that nobody closed yet. */
  public synchronized int openCursors() {
    return open;
  }

  private List<EventUid> uids(CalendarId calendar) {
    List<EventUid> uids = new ArrayList<>();
    try (RowCursor rows = ids.range(IdIndexKey.rows(calendar))) {
      while (rows.next()) {
        uids.add(IdIndexKey.decode(rows.key()).uid());
      }
    }
    return uids;
  }

  private CalendarRow without(CalendarId calendar, EventUid uid, @Nullable IdIndexValue old) {
    CalendarRow row = row(calendar);
    return old == null ? row : row.minus(uid, old.etag(), old.overrides());
  }

  private void update(
      CalendarId calendar, long seq, @Nullable IndexRows old, @Nullable IndexRows next) {
    RowUpdate update = IndexRows.update(old, next);
    byte[] removed = update.removedKey();
    if (removed != null) {
      byCalendar.remove(removed);
    }
    byte[] put = update.putKey();
    if (put != null) {
      byCalendar.put(put, Objects.requireNonNull(update.entry()));
    }
    update.attendees().forEach((attendee, entry) -> update(calendar, attendee, entry));
    for (IndexRows rows : Arrays.asList(old, next)) {
      if (rows != null) {
        rows.attendees().forEach(attendee -> complete(calendar, attendee, seq));
      }
    }
  }

  private void update(CalendarId calendar, AttendeeAddress attendee, SubjectEntry entry) {
    EventUid uid = new EventUid(entry.getUid());
    EntrySpan remove = entry.getRemove();
    if (remove != null) {
      byAttendee.remove(IndexRows.attendeeKey(attendee, remove, calendar, uid));
    }
    EntrySpan put = entry.getPut();
    if (put != null) {
      byte[] value = new byte[entry.getEntry().remaining()];
      entry.getEntry().duplicate().get(value);
      byAttendee.put(IndexRows.attendeeKey(attendee, put, calendar, uid), value);
    }
    versions.merge(attendee, 1L, Long::sum);
  }

  private void complete(CalendarId calendar, AttendeeAddress attendee, long seq) {
    applied
        .computeIfAbsent(calendar, each -> new HashMap<>())
        .put(Partitioning.partitionOf(attendee, partitions), seq);
  }

  private void put(CalendarId calendar, CalendarRow row) {
    calendars.put(CalendarRow.key(calendar), row.encode());
  }

  private CalendarRow row(CalendarId calendar) {
    byte[] stored = calendars.all().get(CalendarRow.key(calendar));
    return stored == null ? CalendarRow.NEW : CalendarRow.decode(stored);
  }

  private static boolean exists(CalendarRow row) {
    return row.state() == CalendarRow.State.OPEN && row.seq() > 0;
  }

  private @Nullable IdIndexValue stored(CalendarId calendar, EventUid uid) {
    byte[] value = ids.all().get(key(calendar, uid));
    return value == null ? null : IdIndexValue.read(value);
  }

  private static byte[] key(CalendarId calendar, EventUid uid) {
    return new IdIndexKey(calendar, uid).encode();
  }

  private void check(SubIndex index, int partition) throws PartitionUnavailableException {
    if (lost.contains(new Held(index, partition))) {
      throw new PartitionUnavailableException(index, partition, "lost by the test");
    }
  }

  private void check(CalendarId calendar) throws PartitionUnavailableException {
    check(SubIndex.CALENDAR, Partitioning.partitionOf(calendar, partitions));
  }

  private void check(AttendeeAddress attendee) throws PartitionUnavailableException {
    check(SubIndex.SUBJECT, Partitioning.partitionOf(attendee, partitions));
  }

  @Override
  public int partitions() {
    return partitions;
  }

  @Override
  public synchronized @Nullable CalendarState calendar(CalendarId calendar)
      throws PartitionUnavailableException {
    check(calendar);
    CalendarRow row = row(calendar);
    return exists(row) ? state(calendar, row) : null;
  }

  private static CalendarState state(CalendarId calendar, CalendarRow row) {
    return new CalendarState(calendar, row.seq(), row.events(), row.overrides(), row.checksum());
  }

  @Override
  public synchronized long calendarSeq(CalendarId calendar) throws PartitionUnavailableException {
    check(calendar);
    return row(calendar).seq() - lags.getOrDefault(calendar, 0L);
  }

  @Override
  public synchronized List<CalendarState> calendars(
      int partition, @Nullable CalendarId after, int limit) throws PartitionUnavailableException {
    check(SubIndex.CALENDAR, partition);
    return calendars.all().entrySet().stream()
        .map(
            each ->
                state(CalendarRow.calendarOf(each.getKey()), CalendarRow.decode(each.getValue())))
        .filter(each -> exists(row(each.calendar())))
        .filter(each -> Partitioning.partitionOf(each.calendar(), partitions) == partition)
        .filter(each -> after == null || each.calendar().compareTo(after) > 0)
        .limit(limit)
        .toList();
  }

  @Override
  public synchronized @Nullable StoredEvent event(CalendarId calendar, EventUid uid)
      throws PartitionUnavailableException {
    check(calendar);
    IdIndexValue value = stored(calendar, uid);
    return value == null ? null : new StoredEvent(value.event(), value.etag(), value.seq());
  }

  @Override
  public synchronized List<StoredEvent> events(
      CalendarId calendar, @Nullable EventUid after, int limit)
      throws PartitionUnavailableException {
    check(calendar);
    KeyRange range =
        after == null ? IdIndexKey.rows(calendar) : IdIndexKey.rowsAfter(calendar, after);
    List<StoredEvent> events = new ArrayList<>();
    try (RowCursor rows = ids.range(range)) {
      while (events.size() < limit && rows.next()) {
        IdIndexValue value = IdIndexValue.read(rows.value());
        events.add(new StoredEvent(value.event(), value.etag(), value.seq()));
      }
    }
    return events;
  }

  @Override
  public synchronized EntryCursor entries(CalendarId calendar, TimeRange window)
      throws PartitionUnavailableException {
    check(calendar);
    return snapshot(EntryScan.of(byCalendar, calendar, window), row(calendar).seq());
  }

  @Override
  public synchronized EntryCursor entries(AttendeeAddress attendee, TimeRange window)
      throws PartitionUnavailableException {
    check(attendee);
    return snapshot(EntryScan.of(byAttendee, attendee, window), subjectVersion(attendee));
  }

  private EntryCursor snapshot(EntryScan scan, long version) {
    Queue<IndexEntry> entries = new ArrayDeque<>();
    try (scan) {
      for (IndexEntry entry = scan.next(); entry != null; entry = scan.next()) {
        entries.add(entry);
      }
    }
    open++;
    return new Snapshot(entries, version);
  }

  @Override
  public synchronized long subjectVersion(AttendeeAddress attendee)
      throws PartitionUnavailableException {
    check(attendee);
    return versions.getOrDefault(attendee, 0L);
  }

  @Override
  public synchronized long appliedSeq(int subjectPartition, CalendarId calendar)
      throws PartitionUnavailableException {
    check(SubIndex.SUBJECT, subjectPartition);
    return applied.getOrDefault(calendar, Map.of()).getOrDefault(subjectPartition, 0L);
  }

  private final class Snapshot implements EntryCursor {
    private final Queue<IndexEntry> entries;
    private final long version;
    private boolean closed;

    Snapshot(Queue<IndexEntry> entries, long version) {
      this.entries = entries;
      this.version = version;
    }

    @Override
    public long version() {
      return version;
    }

    @Override
    public @Nullable IndexEntry next() {
      return entries.poll();
    }

    @Override
    public void close() {
      synchronized (MemoryIndex.this) {
        open -= closed ? 0 : 1;
        closed = true;
      }
    }
  }
}
