package org.kalends.query.read;

import java.time.ZoneId;
import org.kalends.indexer.index.ComponentView;
import org.kalends.indexer.index.IndexEntry;
import org.kalends.indexer.recurrence.OccurrenceCursor;
import org.kalends.indexer.rule.StepBudget;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;
import org.kalends.schemas.TimeRange;

/** An event of an index as reading sees it. */
public interface ExpandableEvent {
  CalendarId calendar();

  EventUid uid();

  /** SEQUENCE: of two copies of a meeting the higher is the newer. */
  int sequence();

  /** Epoch milliseconds; decides between copies with the same sequence. */
  long modifiedMillis();

  /** Its occurrences that overlap the window, in order of start and end. */
  OccurrenceCursor occurrences(TimeRange window, ZoneId zone, StepBudget budget);

  /** The fields of the component that an occurrence has. */
  ComponentView component(int override);

  static ExpandableEvent of(IndexEntry entry) {
    return new OfEntry(entry);
  }

  /** An entry of an index. */
  record OfEntry(IndexEntry entry) implements ExpandableEvent {
    @Override
    public CalendarId calendar() {
      return entry.calendar();
    }

    @Override
    public EventUid uid() {
      return entry.uid();
    }

    @Override
    public int sequence() {
      return entry.sequence();
    }

    @Override
    public long modifiedMillis() {
      return entry.modifiedMillis();
    }

    @Override
    public OccurrenceCursor occurrences(TimeRange window, ZoneId zone, StepBudget budget) {
      return entry.occurrences(window, zone, budget);
    }

    @Override
    public ComponentView component(int override) {
      return entry.component(override);
    }
  }
}
