package org.kalends.query.read;

import java.time.ZoneId;
import org.kalends.schemas.TimeRange;

/**
 * The time that is asked for.
 *
 * @param zone the asker's, which places dates, all-day and floating times
 */
public record Window(TimeRange range, ZoneId zone) {
  /** The part of it that does not end before this instant. */
  TimeRange from(long startMillis) {
    return startMillis <= range.fromMillis()
        ? range
        : TimeRange.ofMillis(startMillis, range.toMillis());
  }
}
