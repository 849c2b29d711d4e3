package org.kalends.perf;

import java.time.ZoneId;
import org.kalends.indexer.index.IndexEntry;
import org.kalends.indexer.recurrence.Occurrence;
import org.kalends.indexer.recurrence.OccurrenceCursor;
import org.kalends.indexer.rule.StepBudget;
import org.kalends.indexer.store.EntryCursor;
import org.kalends.indexer.store.IndexReader;
import org.kalends.indexer.store.PartitionUnavailableException;
import org.kalends.schemas.AttendeeAddress;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;
import org.kalends.schemas.TimeRange;

/** Asks the node's stores, without routing, HTTP or JSON. */
final class StoreProbe implements Probe {
  private static final ZoneId ZONE = CalendarGenerator.ZONE;

  private final IndexReader reader;

  StoreProbe(IndexReader reader) {
    this.reader = reader;
  }

  @Override
  public String name() {
    return "store";
  }

  @Override
  public long byId(CalendarId calendar, EventUid uid) throws Exception {
    return reader.event(calendar, uid) == null ? 0 : 1;
  }

  @Override
  public long period(CalendarId calendar, TimeRange window) throws Exception {
    try (EntryCursor entries = reader.entries(calendar, window)) {
      StepBudget budget = new StepBudget(StepBudget.DEFAULT_STEPS);
      long events = 0;
      for (IndexEntry entry = entries.next(); entry != null; entry = entries.next()) {
        if (entry.occurrences(window, ZONE, budget).next() != null) {
          events++;
        }
      }
      return events;
    }
  }

  @Override
  public long occurrences(CalendarId calendar, TimeRange window) throws Exception {
    try (EntryCursor entries = reader.entries(calendar, window)) {
      return count(entries, window, null);
    }
  }

  @Override
  public long occurrences(AttendeeAddress attendee, TimeRange window) throws Exception {
    try (EntryCursor entries = reader.entries(attendee, window)) {
      return count(entries, window, attendee);
    }
  }

  private static long count(
      EntryCursor entries,
      TimeRange window,
      @org.jspecify.annotations.Nullable AttendeeAddress attendee)
      throws PartitionUnavailableException {
    StepBudget budget = new StepBudget(StepBudget.DEFAULT_STEPS);
    long occurrences = 0;
    for (IndexEntry entry = entries.next(); entry != null; entry = entries.next()) {
      OccurrenceCursor cursor = entry.occurrences(window, ZONE, budget);
      for (Occurrence o = cursor.next(); o != null; o = cursor.next()) {
        if (attendee == null || entry.component(o.override()).participation(attendee) != null) {
          occurrences++;
        }
      }
    }
    return occurrences;
  }
}
