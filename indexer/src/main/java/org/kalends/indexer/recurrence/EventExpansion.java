package org.kalends.indexer.recurrence;

import java.time.ZoneId;
import org.kalends.schemas.TimeRange;
import org.kalends.schemas.avro.Event;
import org.kalends.schemas.event.InvalidEventException;

/** An event compiled for expansion. Immutable, safe for many threads. */
@SuppressWarnings("DoNotCallSuggester")
public final class EventExpansion {
  private EventExpansion() {}

  /**
   * Compiles an event.
   *
   * @throws InvalidEventException when a rule, zone, time or limit of the event is not valid
   */
  public static EventExpansion compile(Event event) throws InvalidEventException {
    throw new UnsupportedOperationException();
  }

  /** What the index files it under. */
  public EventSpan span() {
    throw new UnsupportedOperationException();
  }

  /**
   * The occurrences that overlap the window (RFC 4791 §9.9), in order of time.
   *
   * @param zone the asker's, which places all-day and floating times
   */
  public OccurrenceCursor occurrences(TimeRange window, ZoneId zone, StepBudget budget) {
    throw new UnsupportedOperationException();
  }
}
