package org.kalends.indexer.store;

/** The two halves of the index: what a partition number counts in. */
public enum SubIndex {
  /** By calendar: sub-topology CALENDAR. */
  CALENDAR,
  /** By attendee: sub-topology SUBJECT. */
  SUBJECT
}
