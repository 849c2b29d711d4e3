package org.kalends.query.read;

import org.jspecify.annotations.Nullable;
import org.kalends.indexer.rule.StepBudgetExceededException;

/**
 * A page of occurrences in order, computed as they are taken: first {@link #next} to its end, then
 * {@link #cursor}. Holds no store. One thread.
 */
public final class OccurrencePage {
  private final OccurrenceQuery query;
  private final OccurrenceMerge merge;
  private final Paging paging;
  private int given;
  private @Nullable OccurrenceKey last;
  private boolean outOfSteps;

  OccurrencePage(OccurrenceQuery query, OccurrenceMerge merge, Position position) {
    this.query = query;
    this.merge = merge;
    this.paging = new Paging(query.fingerprint(), query.cursor(), position);
  }

  /** The next occurrence, or null at the page's end. */
  public @Nullable FoundOccurrence next() {
    if (given == query.limit() || outOfSteps) {
      return null;
    }
    FoundOccurrence found = merge.peek();
    if (found == null) {
      return null;
    }
    given++;
    last = found.key();
    try {
      merge.advance();
    } catch (StepBudgetExceededException e) {
      // the page ends early, and the next one begins with steps of its own
      outOfSteps = true;
    }
    return found;
  }

  /** The cursor of the next page, or null when this is the last. */
  public @Nullable String cursor() {
    OccurrenceKey key = last;
    if (key == null || !outOfSteps && merge.peek() == null) {
      return null;
    }
    return paging.next(key);
  }

  /** What it was read at. */
  public Position position() {
    return paging.position();
  }

  /** Whether the data has moved since the first page. */
  public boolean changed() {
    return paging.changed();
  }
}
