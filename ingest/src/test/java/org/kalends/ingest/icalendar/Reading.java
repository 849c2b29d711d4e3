package org.kalends.ingest.icalendar;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.kalends.ingest.icalendar.ReadItem.Accepted;
import org.kalends.ingest.icalendar.ReadItem.Note;
import org.kalends.ingest.icalendar.ReadItem.Refused;
import org.kalends.schemas.avro.Component;
import org.kalends.schemas.avro.Event;

/** What the reader made of a text. */
record Reading(List<ReadItem> items, List<Note> textNotes) {
  static Reading of(byte[] text, ReaderLimits limits) throws CalendarFaultException {
    List<ReadItem> items = new ArrayList<>();
    try {
      List<Note> notes =
          new ICalendarReader(limits).read(new ByteArrayInputStream(text), items::add);
      return new Reading(items, notes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Reading of(byte[] text) throws CalendarFaultException {
    return of(text, ReaderLimits.DEFAULTS);
  }

  static Reading of(String text) throws CalendarFaultException {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  /** A VCALENDAR around these lines. */
  static String calendar(String... lines) {
    return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Test//EN\r\n"
        + String.join("\r\n", lines)
        + "\r\nEND:VCALENDAR\r\n";
  }

  /** A VCALENDAR with one event of these lines; the first of them is line 7 of the text. */
  static String event(String... lines) {
    return calendar(
        "BEGIN:VEVENT\r\nUID:u1\r\nDTSTAMP:20260101T000000Z\r\n"
            + String.join("\r\n", lines)
            + "\r\nEND:VEVENT");
  }

  List<Event> events() {
    return accepted().stream().map(Accepted::event).toList();
  }

  List<Accepted> accepted() {
    return items.stream().filter(Accepted.class::isInstance).map(Accepted.class::cast).toList();
  }

  List<Refused> refused() {
    return items.stream().filter(Refused.class::isInstance).map(Refused.class::cast).toList();
  }

  /** The only item, which must be an event. */
  Event event() {
    return onlyAccepted().event();
  }

  Accepted onlyAccepted() {
    if (items.size() == 1 && items.get(0) instanceof Accepted accepted) {
      return accepted;
    }
    throw new AssertionError("Not one accepted event: " + items);
  }

  /** The only item's master. */
  Component master() {
    Component master = event().getMaster();
    if (master == null) {
      throw new AssertionError("No master: " + items);
    }
    return master;
  }

  /** The only item, which must be refused. */
  CalendarFault fault() {
    if (items.size() == 1 && items.get(0) instanceof Refused refused) {
      return refused.fault();
    }
    throw new AssertionError("Not one refused event: " + items);
  }

  /** What was tolerated in the only event. */
  List<String> notes() {
    return onlyAccepted().notes().stream().map(Note::what).toList();
  }
}
