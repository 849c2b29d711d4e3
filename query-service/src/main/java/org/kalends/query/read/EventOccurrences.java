package org.kalends.query.read;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.kalends.indexer.index.ComponentView;
import org.kalends.indexer.recurrence.Occurrence;
import org.kalends.indexer.recurrence.OccurrenceCursor;

/**
 * One event's occurrences in the order of {@link OccurrenceKey}, computed as they are taken.
 *
 * <p>An {@link OccurrenceCursor} orders by start and end alone; members of a set that were moved
 * onto each other come from it in any order. They are taken together and ordered here, so that a
 * page that ends between them loses none.
 */
final class EventOccurrences {
  private static final Comparator<FoundOccurrence> BY_KEY =
      Comparator.comparing(FoundOccurrence::key);

  private final ExpandableEvent event;
  private final String uid;
  private final String calendar;
  private final OccurrenceCursor cursor;
  private final Predicate<ComponentView> shown;
  private final @Nullable OccurrenceKey after;
  private final Queue<FoundOccurrence> together = new ArrayDeque<>();
  private @Nullable Occurrence ahead;

  /**
   * @param shown which components count for this query
   * @param after only what comes behind this key is given, or null for all
   */
  EventOccurrences(
      ExpandableEvent event,
      OccurrenceCursor cursor,
      Predicate<ComponentView> shown,
      @Nullable OccurrenceKey after) {
    this.event = event;
    this.uid = event.uid().value();
    this.calendar = event.calendar().value();
    this.cursor = cursor;
    this.shown = shown;
    this.after = after;
    this.ahead = cursor.next();
  }

  /** The next occurrence, or null after the last. */
  @Nullable FoundOccurrence next() {
    while (together.isEmpty() && ahead != null) {
      take(ahead);
    }
    return together.poll();
  }

  /** Takes all occurrences that start and end with this one. */
  private void take(Occurrence first) {
    List<FoundOccurrence> found = new ArrayList<>(1);
    Occurrence occurrence = first;
    while (occurrence != null && Occurrence.IN_TIME.compare(occurrence, first) == 0) {
      OccurrenceKey key = OccurrenceKey.of(occurrence, uid, calendar);
      if ((after == null || key.compareTo(after) > 0)
          && shown.test(event.component(occurrence.override()))) {
        found.add(new FoundOccurrence(key, occurrence, event));
      }
      occurrence = cursor.next();
    }
    ahead = occurrence;
    found.sort(BY_KEY);
    together.addAll(found);
  }
}
