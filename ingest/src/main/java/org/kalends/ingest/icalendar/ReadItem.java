package org.kalends.ingest.icalendar;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kalends.schemas.avro.Event;
import org.kalends.schemas.avro.Rejection;

/** What the reader makes of one UID's components. */
public sealed interface ReadItem {
  /**
   * An event, with its master and overrides, and its text.
   *
   * @param lines where its properties stand, to give the writer's rejection a line
   * @param notes what was tolerated
   */
  record Accepted(Event event, SourceLines lines, List<Note> notes) implements ReadItem {}

  /**
   * Components that are no event; the others of the text are not concerned.
   *
   * @param uid as far as it is known
   */
  record Refused(@Nullable String uid, CalendarFault fault) implements ReadItem {}

  /**
   * A deviation from RFC 5545 that was accepted.
   *
   * @param line 1-based
   * @param what a sentence
   */
  record Note(int line, String what) {}

  /** Knows the line of each property of an event's components. */
  interface SourceLines {
    /**
     * The fault that the single writer found, with the line of its property (of its component where
     * the property is not there).
     */
    CalendarFault locate(Rejection rejection);
  }
}
