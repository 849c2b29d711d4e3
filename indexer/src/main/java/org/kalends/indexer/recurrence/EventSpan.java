package org.kalends.indexer.recurrence;

/**
 * From an event's first start to its last end, over all its occurrences and overrides; all-day and
 * floating times are widened to what any zone can mean (±18 h).
 *
 * @param startMillis epoch milliseconds
 * @param endMillis epoch milliseconds, or {@link #UNBOUNDED} for a series without end
 */
public record EventSpan(long startMillis, long endMillis) {
  public static final long UNBOUNDED = Long.MAX_VALUE;

  public boolean unbounded() {
    return endMillis == UNBOUNDED;
  }
}
