package org.kalends.indexer.index;

import org.jspecify.annotations.Nullable;
import org.kalends.schemas.AttendeeAddress;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.TimeRange;

/**
 * The entries of one subject whose spans overlap a window, in no order of time: a walk through the
 * bands of a dtend-index, over any ordered rows. They are of one state of the subject, however much
 * is written meanwhile. Close it. One thread.
 */
public final class EntryScan implements AutoCloseable {
  private final ScanPlan plan;

  private EntryScan(ScanPlan plan) {
    this.plan = plan;
  }

  /** Scans a calendar's index; all ranges are open once it returns. */
  public static EntryScan of(OrderedRows rows, CalendarId calendar, TimeRange window) {
    return new EntryScan(ScanPlan.settled(rows, calendar.value(), window));
  }

  /** Scans an attendee's index; all ranges are open once it returns. */
  public static EntryScan of(OrderedRows rows, AttendeeAddress attendee, TimeRange window) {
    return new EntryScan(ScanPlan.settled(rows, attendee.value(), window));
  }

  /** The next entry, or null after the last. */
  public @Nullable IndexEntry next() {
    ScanPlan.Row row = plan.next();
    return row == null ? null : IndexEntry.read(row.value);
  }

  /** The subject's {@link SubjectVersion}: the entries are exactly those of it. */
  public long version() {
    return plan.version();
  }

  @Override
  public void close() {
    plan.close();
  }
}
