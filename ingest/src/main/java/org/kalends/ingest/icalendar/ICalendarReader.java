package org.kalends.ingest.icalendar;

import java.io.IOException;
import java.io.InputStream;
import java.util.function.Consumer;

/** Reads iCalendar text (RFC 5545) as it is found in the wild. Safe for many threads. */
@SuppressWarnings("DoNotCallSuggester")
public final class ICalendarReader {
  /**
   * Reads a text of any size in bounded memory and hands over its events one by one, in the order
   * of their first component.
   *
   * @throws CalendarFaultException when the text as a whole cannot be read; no item has been handed
   *     over by then
   * @throws IOException when the stream breaks off
   */
  public void read(InputStream text, Consumer<ReadItem> sink)
      throws IOException, CalendarFaultException {
    throw new UnsupportedOperationException();
  }
}
