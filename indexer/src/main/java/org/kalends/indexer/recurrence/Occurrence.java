package org.kalends.indexer.recurrence;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;
import org.kalends.schemas.avro.CalendarTime;

/**
 * One occurrence of an event, as a given asker sees it. Timed ones are told in UTC, all-day ones as
 * dates, floating ones as local times; all-day and floating ones get their instants by the asker's
 * zone.
 *
 * @param startMillis first instant, epoch milliseconds
 * @param endMillis the instant after the last; equal to the start for zero length
 * @param start of form UTC, DATE or FLOATING
 * @param end exclusive, of the same form as the start
 * @param recurrenceId the original start, of form UTC, DATE or FLOATING as the series has it; null
 *     when the event does not recur
 * @param override the index of the event's override whose fields it has, or {@link #MASTER}
 */
public record Occurrence(
    long startMillis,
    long endMillis,
    CalendarTime start,
    CalendarTime end,
    @Nullable CalendarTime recurrenceId,
    int override) {
  /** The value of {@link #override} for the master component's fields. */
  public static final int MASTER = -1;

  /** By start, then end. */
  public static final Comparator<Occurrence> IN_TIME =
      Comparator.comparingLong(Occurrence::startMillis).thenComparingLong(Occurrence::endMillis);
}
