package org.kalends.indexer.topology;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kalends.indexer.index.AppliedSeq;
import org.kalends.indexer.index.CalendarRow;
import org.kalends.indexer.index.IdIndexKey;
import org.kalends.indexer.index.IndexRows;
import org.kalends.indexer.index.RowUpdate;
import org.kalends.indexer.index.SubjectVersion;
import org.kalends.indexer.store.IndexStores;
import org.kalends.schemas.AttendeeAddress;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.RecordCodec;
import org.kalends.schemas.avro.CalendarEvent;
import org.kalends.schemas.avro.SubjectEntries;
import org.kalends.schemas.avro.TouchedPartition;

/**
 * Turns what becomes of a calendar's events into writes: rows, the feed, and the attendees' entries
 * that go with them. For one step of one calendar; used once.
 */
final class CalendarWriter {
  private static final RecordCodec<CalendarEvent> FEED = RecordCodec.calendarEvents();
  private static final RecordCodec<SubjectEntries> ENTRIES = RecordCodec.subjectEntries();

  private final CalendarId calendar;
  private final Writes writes;
  private final SubjectDispatch dispatch;

  CalendarWriter(CalendarId calendar, int partitions, Writes writes) {
    this.calendar = calendar;
    this.writes = writes;
    this.dispatch = new SubjectDispatch(partitions);
  }

  void write(ChangeSet.Transition transition) {
    EventState old = transition.old();
    EventState next = transition.next();
    if (old == null && next == null) {
      return;
    }
    RowUpdate update =
        IndexRows.update(old == null ? null : old.rows(), next == null ? null : next.rows());
    write(update);
    byte[] key = new IdIndexKey(calendar, transition.uid()).encode();
    if (next == null) {
      writes.delete(IndexStores.ID_INDEX, key);
    } else {
      writes.put(IndexStores.ID_INDEX, key, next.encode());
    }
    writes.send(IndexTopology.FEED, FeedKey.of(calendar, transition.uid()), feedValue(next));
    dispatch.add(update);
    dispatch.touch(attendees(old, next));
  }

  private void write(RowUpdate update) {
    byte[] removed = update.removedKey();
    if (removed != null) {
      writes.delete(IndexStores.DTEND_INDEX, removed);
    }
    byte[] put = update.putKey();
    byte[] entry = update.entry();
    if (put != null && entry != null) {
      writes.put(IndexStores.DTEND_INDEX, put, entry);
    }
  }

  private byte @Nullable [] feedValue(@Nullable EventState next) {
    return next == null
        ? null
        : FEED.encode(new CalendarEvent(calendar.value(), next.seq(), next.etag(), next.event()));
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

  /**
   * Writes the calendar's row and its entries' version, and sends the attendees' entries.
   *
   * @return what a reader waits for in the attendees' partitions
   */
  List<TouchedPartition> finish(CalendarRow row, boolean waitedFor) {
    writeState(row);
    for (SubjectDispatch.Message message : dispatch.messages(calendar, row.seq(), waitedFor)) {
      writes.sendEncoded(
          IndexTopology.ENTRIES_OUT,
          message.attendee().value().getBytes(StandardCharsets.UTF_8),
          () -> ENTRIES.encode(message.entries()));
    }
    return dispatch.touched(row.seq());
  }

  /** Writes the calendar's row, and into each index up to which change it is. */
  void writeState(CalendarRow row) {
    writes.put(IndexStores.CALENDARS, CalendarRow.key(calendar), row.encode());
    byte[] version = SubjectVersion.key(calendar);
    byte[] applied = AppliedSeq.idKey(calendar);
    if (row.state() == CalendarRow.State.DELETED) {
      writes.delete(IndexStores.DTEND_INDEX, version);
      writes.delete(IndexStores.ID_INDEX, applied);
    } else {
      writes.put(IndexStores.DTEND_INDEX, version, SubjectVersion.encode(row.seq()));
      writes.put(IndexStores.ID_INDEX, applied, AppliedSeq.encode(row.seq()));
    }
  }
}
