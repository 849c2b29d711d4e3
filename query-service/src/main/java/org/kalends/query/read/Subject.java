package org.kalends.query.read;

import org.kalends.indexer.store.SubIndex;
import org.kalends.schemas.AttendeeAddress;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.Partitioning;

/** Whose entries are asked for: what a row of a dtend-index is filed under. */
public sealed interface Subject {
  /** All that a calendar holds. */
  record OfCalendar(CalendarId calendar) implements Subject {
    @Override
    public SubIndex index() {
      return SubIndex.CALENDAR;
    }

    @Override
    public int partition(int partitions) {
      return Partitioning.partitionOf(calendar, partitions);
    }

    @Override
    public String toString() {
      return "calendar=" + calendar;
    }
  }

  /** What an attendee takes part in, over all calendars. */
  record OfAttendee(AttendeeAddress attendee) implements Subject {
    @Override
    public SubIndex index() {
      return SubIndex.SUBJECT;
    }

    @Override
    public int partition(int partitions) {
      return Partitioning.partitionOf(attendee, partitions);
    }

    @Override
    public String toString() {
      return "attendee=" + attendee;
    }
  }

  SubIndex index();

  /** The partition that holds its entries, of so many. */
  int partition(int partitions);
}
