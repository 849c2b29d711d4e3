package org.kalends.indexer.store;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kalends.schemas.AttendeeAddress;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;
import org.kalends.schemas.TimeRange;

/**
 * Reads of the partitions that this node holds, committed state only. Safe for many threads; each
 * call is one store read.
 *
 * <p>Every method throws {@link PartitionUnavailableException} rather than answer for a partition
 * that is not held, restoring or unknown.
 */
public interface IndexReader {
  /** The number of partitions of the deployment. */
  int partitions();

  /** The calendar's state, or null when there is no such calendar (or it is being deleted). */
  @Nullable CalendarState calendar(CalendarId calendar) throws PartitionUnavailableException;

  /**
   * The sequence number of the calendar's last accepted change, its deletion included; 0 when there
   * never was one. A deleted calendar has no state, but it keeps this.
   */
  long calendarSeq(CalendarId calendar) throws PartitionUnavailableException;

  /** The calendars of one partition after this one in order of name, at most {@code limit}. */
  List<CalendarState> calendars(int partition, @Nullable CalendarId after, int limit)
      throws PartitionUnavailableException;

  @Nullable StoredEvent event(CalendarId calendar, EventUid uid)
      throws PartitionUnavailableException;

  /**
   * The events of a calendar after this uid in order of uid, at most {@code limit}: for export and
   * listing.
   */
  List<StoredEvent> events(CalendarId calendar, @Nullable EventUid after, int limit)
      throws PartitionUnavailableException;

  /** The calendar's entries whose spans overlap the window. */
  EntryCursor entries(CalendarId calendar, TimeRange window) throws PartitionUnavailableException;

  /** The attendee's entries, of all calendars, whose spans overlap the window. */
  EntryCursor entries(AttendeeAddress attendee, TimeRange window)
      throws PartitionUnavailableException;

  /** A number that grows with each change of the attendee's entries; 0 when there never was one. */
  long subjectVersion(AttendeeAddress attendee) throws PartitionUnavailableException;

  /**
   * The sequence number of the calendar up to which its entries are in this subject partition; 0
   * when it has none.
   */
  long appliedSeq(int subjectPartition, CalendarId calendar) throws PartitionUnavailableException;
}
