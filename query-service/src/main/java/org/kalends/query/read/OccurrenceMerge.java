package org.kalends.query.read;

import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Merges events' occurrences into one order: a heap of each event's next occurrence, from which the
 * first is taken and refilled.
 *
 * <p>A page of {@code n} occurrences can only have occurrences of the {@code n} events whose first
 * ones come first: each event behind them has {@code n} occurrences before its own. So no more than
 * {@code n} events are kept, however many are added: memory is that of the page, not of the window.
 * One thread.
 */
final class OccurrenceMerge {
  private static final Comparator<Head> FIRST_TO_LAST =
      Comparator.comparing(head -> head.first.key());

  private final int atMost;
  private final PriorityQueue<Head> adding = new PriorityQueue<>(FIRST_TO_LAST.reversed());
  private final PriorityQueue<Head> taking = new PriorityQueue<>(FIRST_TO_LAST);

  /**
   * @param atMost how many occurrences will be taken
   */
  OccurrenceMerge(int atMost) {
    this.atMost = atMost;
  }

  /** Adds an event; only before the first is taken. */
  void add(EventOccurrences event) {
    FoundOccurrence first = event.next();
    if (first == null) {
      return;
    }
    if (adding.size() < atMost) {
      adding.add(new Head(first, event));
      return;
    }
    Head last = adding.element();
    if (first.key().compareTo(last.first.key()) < 0) {
      adding.remove();
      adding.add(new Head(first, event));
    }
  }

  /** The next occurrence without taking it, or null after the last. */
  @Nullable FoundOccurrence peek() {
    if (!adding.isEmpty()) {
      taking.addAll(adding);
      adding.clear();
    }
    Head head = taking.peek();
    return head == null ? null : head.first;
  }

  /**
   * Takes what {@link #peek} gave.
   *
   * @throws org.kalends.indexer.rule.StepBudgetExceededException when finding the event's next one
   *     takes too many steps; the merge is of no use then
   */
  void advance() {
    Head head = taking.remove();
    FoundOccurrence next = head.event.next();
    if (next != null) {
      taking.add(new Head(next, head.event));
    }
  }

  private record Head(FoundOccurrence first, EventOccurrences event) {}
}
