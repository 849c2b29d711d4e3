package org.kalends.schemas;

import java.time.Instant;

/**
 * A half-open range of time {@code [from, to)} with {@code from < to} (RFC 4791 §9.9).
 *
 * @param from the first instant inside
 * @param to the first instant after it
 */
public record TimeRange(Instant from, Instant to) {
  /**
   * @throws IllegalArgumentException with a sentence for the caller when the range is empty or
   *     turned round
   */
  public TimeRange {
    if (!from.isBefore(to)) {
      throw new IllegalArgumentException(
          "A time range ends after it starts; from=" + from + " to=" + to);
    }
  }

  public static TimeRange ofMillis(long fromMillis, long toMillis) {
    return new TimeRange(Instant.ofEpochMilli(fromMillis), Instant.ofEpochMilli(toMillis));
  }

  public long fromMillis() {
    return from.toEpochMilli();
  }

  public long toMillis() {
    return to.toEpochMilli();
  }

  /**
   * Whether something from {@code startMillis} to {@code endMillis} happens in this range: {@code
   * start < to and end > from}, and for zero length {@code from ≤ start < to}.
   */
  public boolean overlaps(long startMillis, long endMillis) {
    return startMillis < toMillis()
        && (endMillis > fromMillis() || startMillis == endMillis && startMillis == fromMillis());
  }
}
