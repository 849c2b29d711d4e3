package org.kalends.perf;

import org.kalends.schemas.AttendeeAddress;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;
import org.kalends.schemas.TimeRange;

/**
 * One way to ask the same questions: in the store or over HTTP. Each call returns how many answers
 * it got, so that the ways can be held against each other. One thread.
 */
interface Probe {
  String name();

  long byId(CalendarId calendar, EventUid uid) throws Exception;

  /** Events with an occurrence in the window. */
  long period(CalendarId calendar, TimeRange window) throws Exception;

  long occurrences(CalendarId calendar, TimeRange window) throws Exception;

  long occurrences(AttendeeAddress attendee, TimeRange window) throws Exception;
}
