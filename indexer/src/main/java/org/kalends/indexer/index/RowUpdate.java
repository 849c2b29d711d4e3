package org.kalends.indexer.index;

import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import org.kalends.schemas.AttendeeAddress;
import org.kalends.schemas.avro.SubjectEntry;

/**
 * What an event's change does to the rows of the indexes: at most one row goes and one comes in the
 * calendar's, and likewise for each attendee. {@link IndexRows#update} makes it.
 */
public final class RowUpdate {
  private final byte @Nullable [] removedKey;
  private final byte @Nullable [] putKey;
  private final byte @Nullable [] entry;
  private final SortedMap<AttendeeAddress, SubjectEntry> attendees;

  RowUpdate(
      byte @Nullable [] removedKey,
      byte @Nullable [] putKey,
      byte @Nullable [] entry,
      SortedMap<AttendeeAddress, SubjectEntry> attendees) {
    this.removedKey = removedKey;
    this.putKey = putKey;
    this.entry = entry;
    this.attendees = attendees;
  }

  /** The key to delete in the calendar's dtend-index, or null. */
  public byte @Nullable [] removedKey() {
    return removedKey;
  }

  /** The key to write {@link #entry} under in the calendar's dtend-index, or null. */
  public byte @Nullable [] putKey() {
    return putKey;
  }

  /** The row's value, null when nothing is put. */
  public byte @Nullable [] entry() {
    return entry;
  }

  /** For each attendee whose rows change: what changes. */
  public SortedMap<AttendeeAddress, SubjectEntry> attendees() {
    return attendees;
  }
}
