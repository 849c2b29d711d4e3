package org.kalends.query.http;

import org.kalends.schemas.avro.Event;

/** Writes events as iCalendar text. Safe for many threads. */
@FunctionalInterface
public interface EventText {
  /** One VCALENDAR with the event's components and the VTIMEZONEs that they refer to. */
  String of(Event event);
}
