package org.kalends.indexer.topology;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;
import org.kalends.indexer.index.CalendarRow;
import org.kalends.indexer.index.IdIndexKey;
import org.kalends.indexer.index.KeyRange;
import org.kalends.indexer.store.IndexStores;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;

/**
 * Takes the rows of deleted calendars away. A calendar's name is closed in one row; its events go
 * in slices, each complete in itself, so that a calendar of a million does not hold up the others
 * of its partition and a crash costs the slice that was under way. The turns run only while there
 * is something to delete: a punctuator makes its task commit each time.
 *
 * <p>The stream thread's.
 */
final class CalendarDeletions {
  /** Events that go in one turn: some 10 ms. */
  static final int SLICE = 500;

  /** Bytes of events that are read for one turn, so that large ones do not pile up in memory. */
  static final int SLICE_BYTES = 8 * 1024 * 1024;

  /**
   * Slices that go at once for a change that uses the name again: some 50 ms. The last two find
   * nothing more.
   */
  static final int MAX_SLICES_AT_ONCE = 5;

  /** How often there is a turn. */
  static final Duration TURN = Duration.ofMillis(50);

  private final ProcessorContext<byte[], byte[]> context;
  private final TaskStores stores;
  private final int partitions;
  private final SortedSet<CalendarId> underWay = new TreeSet<>();

  /**
   * Behind which event to go on. A scan from a calendar's first key would step over the tombstones
   * of all its slices before.
   */
  private final Map<CalendarId, EventUid> goneUpTo = new HashMap<>();

  private @Nullable Cancellable turns;

  /** Finds the deletions that another task left unfinished. */
  CalendarDeletions(ProcessorContext<byte[], byte[]> context, TaskStores stores, int partitions) {
    this.context = context;
    this.stores = stores;
    this.partitions = partitions;
    try (KeyValueIterator<Bytes, byte[]> rows = stores.all(IndexStores.CALENDARS)) {
      while (rows.hasNext()) {
        KeyValue<Bytes, byte[]> row = rows.next();
        if (CalendarRow.decode(row.value).state() == CalendarRow.State.DELETING) {
          underWay.add(CalendarRow.calendarOf(row.key.get()));
        }
      }
    }
    schedule();
  }

  /** Closes the calendar's name as a part of these writes; its events go in the turns to come. */
  CalendarRow close(CalendarId calendar, CalendarRow row, Writes writes) {
    CalendarRow closed = row.withSeq(row.seq() + 1).withState(CalendarRow.State.DELETING);
    new CalendarWriter(calendar, partitions, writes).writeState(closed);
    underWay.add(calendar);
    schedule();
    return closed;
  }

  /**
   * Takes away what is left of a calendar whose name is about to be used again, unless that is so
   * much that the others of the partition would notice.
   *
   * @return whether nothing is left
   */
  boolean finish(CalendarId calendar) {
    for (int slice = 0; slice < MAX_SLICES_AT_ONCE && underWay.contains(calendar); slice++) {
      deleteSlice(calendar);
    }
    return !underWay.contains(calendar);
  }

  private void schedule() {
    if (turns == null && !underWay.isEmpty()) {
      turns = context.schedule(TURN, PunctuationType.WALL_CLOCK_TIME, now -> turn());
    }
  }

  private void turn() {
    if (!underWay.isEmpty()) {
      deleteSlice(underWay.first());
    }
    if (underWay.isEmpty() && turns != null) {
      turns.cancel();
      turns = null;
    }
  }

  /**
   * The next slice. Behind the last event it looks once more from the first key on before it calls
   * the calendar deleted: where it was is only kept in memory.
   */
  private void deleteSlice(CalendarId calendar) {
    CalendarRow row = row(calendar);
    if (row.state() != CalendarRow.State.DELETING) {
      forget(calendar);
      return;
    }
    List<ChangeSet.Transition> slice = slice(calendar);
    if (slice.isEmpty() && goneUpTo.remove(calendar) != null) {
      return;
    }
    Writes writes = new Writes(context.currentSystemTimeMs());
    CalendarWriter writer = new CalendarWriter(calendar, partitions, writes);
    for (ChangeSet.Transition transition : slice) {
      writer.write(transition);
    }
    writer.finish(slice.isEmpty() ? deleted(row) : row, false);
    writes.apply(stores, context);
    if (slice.isEmpty()) {
      forget(calendar);
    } else {
      goneUpTo.put(calendar, slice.getLast().uid());
    }
  }

  /** What stays of a calendar: its seq, which goes on when the name is used again. */
  private static CalendarRow deleted(CalendarRow row) {
    return CalendarRow.NEW.withSeq(row.seq()).withState(CalendarRow.State.DELETED);
  }

  private void forget(CalendarId calendar) {
    underWay.remove(calendar);
    goneUpTo.remove(calendar);
  }

  private CalendarRow row(CalendarId calendar) {
    byte[] stored = stores.get(IndexStores.CALENDARS, CalendarRow.key(calendar));
    return stored == null ? CalendarRow.NEW : CalendarRow.decode(stored);
  }

  /** The next events to go; empty behind the last one. */
  private List<ChangeSet.Transition> slice(CalendarId calendar) {
    EventUid behind = goneUpTo.get(calendar);
    KeyRange range =
        behind == null ? IdIndexKey.rows(calendar) : IdIndexKey.rowsAfter(calendar, behind);
    List<ChangeSet.Transition> slice = new ArrayList<>();
    int bytes = 0;
    try (KeyValueIterator<Bytes, byte[]> rows = stores.range(IndexStores.ID_INDEX, range)) {
      while (slice.size() < SLICE && bytes < SLICE_BYTES && rows.hasNext()) {
        KeyValue<Bytes, byte[]> next = rows.next();
        EventUid uid = IdIndexKey.decode(next.key.get()).uid();
        slice.add(new ChangeSet.Transition(uid, EventState.read(calendar, uid, next.value), null));
        bytes += next.value.length;
      }
    }
    return slice;
  }
}
