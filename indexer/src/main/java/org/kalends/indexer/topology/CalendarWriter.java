package org.kalends.indexer.topology;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.kalends.indexer.index.AppliedKey;
import org.kalends.indexer.index.AppliedRow;
import org.kalends.indexer.index.CalendarRow;
import org.kalends.indexer.index.IdIndexKey;
import org.kalends.indexer.index.IndexRows;
import org.kalends.indexer.index.KeyRange;
import org.kalends.indexer.index.RowUpdate;
import org.kalends.indexer.index.SubjectVersion;
import org.kalends.indexer.store.IndexStores;
import org.kalends.schemas.AttendeeAddress;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;
import org.kalends.schemas.RecordCodec;
import org.kalends.schemas.avro.CalendarEvent;
import org.kalends.schemas.avro.SubjectEntries;
import org.kalends.schemas.avro.TouchedPartition;

/**
 * Writes a task's rows of the CALENDAR sub-topology, and sends the feed and the attendees' entries
 * that go with them. One thread.
 */
final class CalendarWriter {
  /** Events of a calendar that go in one turn of its deletion: some 10 ms. */
  static final int DELETION_SLICE = 500;

  private static final RecordCodec<CalendarEvent> FEED = RecordCodec.calendarEvents();
  private static final RecordCodec<SubjectEntries> ENTRIES = RecordCodec.subjectEntries();

  private final ProcessorContext<byte[], byte[]> context;
  private final int partitions;
  private final KeyValueStore<Bytes, byte[]> idIndex;
  private final KeyValueStore<Bytes, byte[]> dtendIndex;
  private final KeyValueStore<Bytes, byte[]> calendars;
  private final KeyValueStore<Bytes, byte[]> applied;
  private final Sensor rowsWritten;
  private final Deque<CalendarId> deleting = new ArrayDeque<>();

  CalendarWriter(ProcessorContext<byte[], byte[]> context, int partitions) {
    this.context = context;
    this.partitions = partitions;
    this.idIndex = context.getStateStore(IndexStores.ID_INDEX);
    this.dtendIndex = context.getStateStore(IndexStores.DTEND_INDEX);
    this.calendars = context.getStateStore(IndexStores.CALENDARS);
    this.applied = context.getStateStore(IndexStores.APPLIED);
    this.rowsWritten = IndexSensors.total(context, "rows-written");
    findUnfinishedDeletions();
  }

  private void findUnfinishedDeletions() {
    try (KeyValueIterator<Bytes, byte[]> rows = calendars.all()) {
      while (rows.hasNext()) {
        KeyValue<Bytes, byte[]> row = rows.next();
        if (CalendarRow.decode(row.value).state() == CalendarRow.State.DELETING) {
          deleting.add(CalendarRow.calendarOf(row.key.get()));
        }
      }
    }
  }

  void applied(AppliedKey key, AppliedRow row) {
    applied.put(Bytes.wrap(key.encode()), row.encode());
  }

  CalendarRow row(CalendarId calendar) {
    byte[] stored = calendars.get(Bytes.wrap(CalendarRow.key(calendar)));
    return stored == null ? CalendarRow.NEW : CalendarRow.decode(stored);
  }

  /**
   * The row of a calendar that takes changes: what is left of a deleted one of its name goes first.
   */
  CalendarRow openRow(CalendarId calendar) {
    CalendarRow row = row(calendar);
    while (row.state() == CalendarRow.State.DELETING) {
      row = deleteSlice(calendar, row);
    }
    return row.withState(CalendarRow.State.OPEN);
  }

  @Nullable EventState stored(CalendarId calendar, EventUid uid) {
    return EventState.of(
        calendar, uid, idIndex.get(Bytes.wrap(new IdIndexKey(calendar, uid).encode())));
  }

  /** Writes all of a change set; returns what a reader waits for in the attendees' partitions. */
  List<TouchedPartition> write(
      CalendarId calendar, ChangeSet set, long timestamp, boolean waitedFor) {
    SubjectDispatch dispatch = new SubjectDispatch(partitions);
    for (ChangeSet.Transition transition : set.transitions()) {
      write(calendar, transition, dispatch, timestamp);
    }
    long seq = set.row().seq();
    put(calendar, set.row());
    dtendIndex.put(Bytes.wrap(SubjectVersion.key(calendar)), SubjectVersion.encode(seq));
    send(dispatch.messages(calendar, seq, waitedFor), timestamp);
    return dispatch.touched(seq);
  }

  private void write(
      CalendarId calendar,
      ChangeSet.Transition transition,
      SubjectDispatch dispatch,
      long timestamp) {
    EventState old = transition.old();
    EventState next = transition.next();
    RowUpdate update =
        IndexRows.update(old == null ? null : old.rows(), next == null ? null : next.rows());
    write(update);
    Bytes key = Bytes.wrap(new IdIndexKey(calendar, transition.uid()).encode());
    if (next != null) {
      idIndex.put(key, next.encode());
    } else if (old != null) {
      idIndex.delete(key);
    }
    rowsWritten.record();
    if (next != null || old != null) {
      feed(calendar, transition.uid(), next, timestamp);
    }
    dispatch.add(update);
    dispatch.touch(attendees(old, next));
  }

  private void write(RowUpdate update) {
    byte[] removed = update.removedKey();
    if (removed != null) {
      dtendIndex.delete(Bytes.wrap(removed));
      rowsWritten.record();
    }
    byte[] put = update.putKey();
    if (put != null) {
      dtendIndex.put(Bytes.wrap(put), update.entry());
      rowsWritten.record();
    }
  }

  private static Set<AttendeeAddress> attendees(
      @Nullable EventState old, @Nullable EventState next) {
    Set<AttendeeAddress> attendees = new HashSet<>();
    if (old != null) {
      attendees.addAll(old.rows().attendees());
    }
    if (next != null) {
      attendees.addAll(next.rows().attendees());
    }
    return attendees;
  }

  private void feed(CalendarId calendar, EventUid uid, @Nullable EventState next, long timestamp) {
    byte[] value =
        next == null
            ? null
            : FEED.encode(
                new CalendarEvent(calendar.value(), next.seq(), next.etag(), next.event()));
    context.forward(new Record<>(FeedKey.of(calendar, uid), value, timestamp), IndexTopology.FEED);
  }

  private void send(List<SubjectDispatch.Message> messages, long timestamp) {
    for (SubjectDispatch.Message message : messages) {
      byte[] key = message.attendee().value().getBytes(StandardCharsets.UTF_8);
      context.forward(
          new Record<>(key, ENTRIES.encode(message.entries()), timestamp),
          IndexTopology.ENTRIES_OUT);
    }
  }

  private void put(CalendarId calendar, CalendarRow row) {
    calendars.put(Bytes.wrap(CalendarRow.key(calendar)), row.encode());
  }

  /** Closes the calendar's name; its rows go in slices. */
  CalendarRow close(CalendarId calendar, CalendarRow row) {
    CalendarRow closed = row.withSeq(row.seq() + 1).withState(CalendarRow.State.DELETING);
    put(calendar, closed);
    dtendIndex.put(Bytes.wrap(SubjectVersion.key(calendar)), SubjectVersion.encode(closed.seq()));
    deleting.add(calendar);
    return closed;
  }

  /** One slice of one calendar that is being deleted, if there is one. */
  void deleteSlice() {
    CalendarId calendar = deleting.peek();
    if (calendar == null) {
      return;
    }
    CalendarRow row = row(calendar);
    if (row.state() == CalendarRow.State.DELETING) {
      row = deleteSlice(calendar, row);
    }
    if (row.state() != CalendarRow.State.DELETING) {
      deleting.remove();
    }
  }

  private CalendarRow deleteSlice(CalendarId calendar, CalendarRow row) {
    SubjectDispatch dispatch = new SubjectDispatch(partitions);
    CalendarRow left = row;
    int gone = 0;
    long now = context.currentSystemTimeMs();
    KeyRange range = IdIndexKey.rows(calendar);
    try (KeyValueIterator<Bytes, byte[]> rows =
        idIndex.range(Bytes.wrap(range.from()), Bytes.wrap(range.to()))) {
      while (gone < DELETION_SLICE && rows.hasNext()) {
        KeyValue<Bytes, byte[]> next = rows.next();
        EventUid uid = IdIndexKey.decode(next.key.get()).uid();
        EventState old = EventState.of(calendar, uid, next.value);
        if (old != null) {
          write(calendar, new ChangeSet.Transition(uid, old, null), dispatch, now);
          left = left.minus(uid, old.etag(), old.event().getOverrides().size());
        }
        gone++;
      }
    }
    if (gone < DELETION_SLICE) {
      left = CalendarRow.NEW.withSeq(row.seq()).withState(CalendarRow.State.DELETED);
      dtendIndex.delete(Bytes.wrap(SubjectVersion.key(calendar)));
    }
    put(calendar, left);
    send(dispatch.messages(calendar, row.seq(), false), now);
    return left;
  }
}
