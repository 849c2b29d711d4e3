package org.kalends.query.http;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.kalends.indexer.store.IndexReader;
import org.kalends.indexer.store.PartitionUnavailableException;
import org.kalends.indexer.store.StoredEvent;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;
import org.kalends.schemas.http.ProblemException;
import org.kalends.schemas.http.ProblemType;

/**
 * Events of a calendar, read from the store some at a time, so that nothing stays open while a slow
 * client takes them. One thread.
 */
final class EventStream {
  /** Events in memory at once: an event's text is 1 KiB mostly, 256 KiB at most. */
  private static final int BATCH = 100;

  private final Batches batches;
  private final Queue<StoredEvent> read = new ArrayDeque<>();

  private EventStream(Batches batches) throws PartitionUnavailableException {
    this.batches = batches;
    read.addAll(batches.next());
  }

  /** Reads the next ones; none at the end. */
  @FunctionalInterface
  private interface Batches {
    List<StoredEvent> next() throws PartitionUnavailableException;
  }

  /** All events after this uid, in order of uid. */
  static EventStream all(IndexReader reader, CalendarId calendar, @Nullable EventUid after)
      throws PartitionUnavailableException {
    return new EventStream(
        new Batches() {
          private @Nullable EventUid last = after;

          @Override
          public List<StoredEvent> next() throws PartitionUnavailableException {
            List<StoredEvent> events = reader.events(calendar, last, BATCH);
            if (!events.isEmpty()) {
              last = new EventUid(events.getLast().event().getUid());
            }
            return events;
          }
        });
  }

  /** These events, in their order, without those that are gone meanwhile. */
  static EventStream of(IndexReader reader, CalendarId calendar, List<EventUid> uids)
      throws PartitionUnavailableException {
    Iterator<EventUid> left = uids.iterator();
    return new EventStream(
        () -> {
          List<StoredEvent> events = new ArrayList<>();
          while (left.hasNext() && events.size() < BATCH) {
            StoredEvent event = reader.event(calendar, left.next());
            if (event != null) {
              events.add(event);
            }
          }
          return events;
        });
  }

  /** The next event without taking it, or null after the last. */
  @Nullable StoredEvent peek() {
    if (read.isEmpty()) {
      try {
        read.addAll(batches.next());
      } catch (PartitionUnavailableException e) {
        throw new ProblemException(ProblemType.UNAVAILABLE, String.valueOf(e.getMessage()));
      }
    }
    return read.peek();
  }

  /** Takes the next event, or null after the last. */
  @Nullable StoredEvent next() {
    peek();
    return read.poll();
  }
}
