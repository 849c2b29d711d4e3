package org.kalends.query.http;

import java.time.Duration;
import org.kalends.indexer.rule.StepBudget;

/**
 * What a query may cost.
 *
 * @param defaultLimit rows of a page when the query names no limit
 * @param maxLimit rows of a page: bounds what is kept in memory for it
 * @param maxAttendees of one query
 * @param maxCalendars of one query of several
 * @param maxEntries events that a query of several attendees or calendars may meet: they are in
 *     memory at once, some 200 bytes each
 * @param maxSteps of expansion
 * @param maxBodyBytes of a posted query
 * @param deadline how long a query waits for a partition or for the write of a token
 * @param connectTimeout how long a hop waits for another node's connection
 * @param stallTimeout how long another node's answer that has begun may stand still
 */
public record QuerySettings(
    int defaultLimit,
    int maxLimit,
    int maxAttendees,
    int maxCalendars,
    int maxEntries,
    long maxSteps,
    int maxBodyBytes,
    Duration deadline,
    Duration connectTimeout,
    Duration stallTimeout) {
  public static final int DEFAULT_LIMIT = 1_000;
  public static final int DEFAULT_MAX_LIMIT = 10_000;
  public static final int DEFAULT_MAX_ATTENDEES = 1_000;
  public static final int DEFAULT_MAX_CALENDARS = 1_000;
  public static final int DEFAULT_MAX_ENTRIES = 500_000;
  public static final int DEFAULT_MAX_BODY_BYTES = 1024 * 1024;
  public static final Duration DEFAULT_DEADLINE = Duration.ofSeconds(5);
  public static final Duration DEFAULT_CONNECT_TIMEOUT = Duration.ofSeconds(1);
  public static final Duration DEFAULT_STALL_TIMEOUT = Duration.ofSeconds(10);

  /**
   * @throws IllegalArgumentException when a limit is below 1, a time is not positive, or the
   *     default limit is above the maximum
   */
  public QuerySettings {
    if (Math.min(defaultLimit, Math.min(maxAttendees, maxCalendars)) < 1
        || Math.min(maxEntries, maxBodyBytes) < 1
        || maxSteps < 1) {
      throw new IllegalArgumentException("A limit of queries is at least 1");
    }
    if (defaultLimit > maxLimit) {
      throw new IllegalArgumentException(
          "The default limit is not above the maximum; defaultLimit="
              + defaultLimit
              + " maxLimit="
              + maxLimit);
    }
    if (!deadline.isPositive() || !connectTimeout.isPositive() || !stallTimeout.isPositive()) {
      throw new IllegalArgumentException(
          "Times are positive; deadline="
              + deadline
              + " connectTimeout="
              + connectTimeout
              + " stallTimeout="
              + stallTimeout);
    }
  }

  public static QuerySettings defaults() {
    return new QuerySettings(
        DEFAULT_LIMIT,
        DEFAULT_MAX_LIMIT,
        DEFAULT_MAX_ATTENDEES,
        DEFAULT_MAX_CALENDARS,
        DEFAULT_MAX_ENTRIES,
        StepBudget.DEFAULT_STEPS,
        DEFAULT_MAX_BODY_BYTES,
        DEFAULT_DEADLINE,
        DEFAULT_CONNECT_TIMEOUT,
        DEFAULT_STALL_TIMEOUT);
  }
}
