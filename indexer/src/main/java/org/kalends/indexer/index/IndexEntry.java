package org.kalends.indexer.index;

import java.time.ZoneId;
import org.kalends.indexer.recurrence.OccurrenceCursor;
import org.kalends.indexer.recurrence.StepBudget;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;
import org.kalends.schemas.TimeRange;

/** One row of a dtend-index: all that a period or occurrence answer needs of one event. */
@SuppressWarnings("DoNotCallSuggester")
public final class IndexEntry {
  private IndexEntry() {}

  public CalendarId calendar() {
    throw new UnsupportedOperationException();
  }

  public EventUid uid() {
    throw new UnsupportedOperationException();
  }

  /**
   * SEQUENCE of the master, or of the newest override without one: of two copies of a meeting the
   * higher counts.
   */
  public int sequence() {
    throw new UnsupportedOperationException();
  }

  /**
   * LAST-MODIFIED, else DTSTAMP, else 0; epoch milliseconds: decides between copies with the same
   * sequence.
   */
  public long modifiedMillis() {
    throw new UnsupportedOperationException();
  }

  /** The entry's occurrences that overlap the window, in order of time. */
  public OccurrenceCursor occurrences(TimeRange window, ZoneId zone, StepBudget budget) {
    throw new UnsupportedOperationException();
  }

  /** The fields of the master ({@code Occurrence.MASTER}) or of an override. */
  public ComponentView component(int override) {
    throw new UnsupportedOperationException();
  }
}
