package org.kalends.indexer.index;

import java.time.ZoneId;
import org.kalends.indexer.recurrence.OccurrenceCursor;
import org.kalends.indexer.rule.StepBudget;
import org.kalends.schemas.TimeRange;

/** What an entry holds behind its header: an event that happens once, or a series. */
sealed interface EntryBody permits OnceEntry, SeriesEntry {
  OccurrenceCursor occurrences(TimeRange window, ZoneId zone, StepBudget budget);

  ComponentView component(int override);
}
