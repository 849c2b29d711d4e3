/**
 * iCalendar text (RFC 5545) to event records and back; the only package that sees ical4j. {@link
 * org.kalends.ingest.icalendar.ICalendarReader} is the door in.
 */
@NullMarked
package org.kalends.ingest.icalendar;

import org.jspecify.annotations.NullMarked;
