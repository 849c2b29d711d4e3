package org.kalends.ingest.icalendar;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.kalends.schemas.http.ProblemType;

/**
 * Walks through a text once from front to back: whether it is iCalendar at all (encoding, nesting,
 * end), and where its events and time zone definitions stand. For one thread.
 */
final class CalendarScan {
  /** How deep components nest: VCALENDAR, VEVENT, VALARM and what vendors put within. */
  static final int MAX_DEPTH = 8;

  private static final String CALENDAR = "VCALENDAR";
  private static final String EVENT = "VEVENT";
  private static final String ZONE = "VTIMEZONE";
  private static final String NESTING = "RFC 5545 3.6: components nest and each BEGIN has its END";

  private record Open(String name, int line, long offset) {}

  private final ContentLines lines;
  private final Deque<Open> open = new ArrayDeque<>();
  private final ScannedText found;
  private @Nullable String currentId;

  private CalendarScan(CalendarText text, ReaderLimits limits) throws IOException {
    this.lines = new ContentLines(text.open(), 1);
    this.found = new ScannedText(text, limits);
  }

  /** What stands where in the text. */
  static ScannedText scan(CalendarText text, ReaderLimits limits)
      throws IOException, CalendarFaultException {
    CalendarScan scan = new CalendarScan(text, limits);
    scan.walk();
    return scan.found;
  }

  private void walk() throws IOException, CalendarFaultException {
    while (lines.next()) {
      if (open.isEmpty()) {
        lines.stripByteOrderMark();
      }
      ContentLine line = structuralLine();
      if (line != null && line.name().equals("BEGIN")) {
        begin(line.keyword());
      } else if (open.isEmpty()) {
        throw notACalendar();
      } else if (line != null && line.name().equals("END")) {
        end(line.keyword());
      } else if (line != null) {
        property(line);
      }
    }
    Open unclosed = open.peek();
    if (unclosed != null) {
      throw fault(
          "The text is cut off: it ends within a component; component="
              + unclosed.name()
              + " begins=line "
              + unclosed.line(),
          unclosed.name(),
          NESTING);
    }
    if (found.calendars() == 0) {
      throw notACalendar();
    }
  }

  /** The line where it matters to the scan; null else. */
  private @Nullable ContentLine structuralLine() throws CalendarFaultException {
    boolean mayMatter =
        lines.startsWith("BEGIN")
            || lines.startsWith("END")
            || open.size() == 1
            || open.size() == 2 && (lines.startsWith("UID") || lines.startsWith("TZID"));
    if (lines.isAscii() && !mayMatter) {
      return null;
    }
    try {
      String text = lines.text();
      return mayMatter ? ContentLineLexer.parse(text, lines.lineNumber()) : null;
    } catch (CharacterCodingException e) {
      throw new CalendarFaultException(
          new CalendarFault(
              ProblemType.INVALID_CALENDAR,
              "The text is not UTF-8; line=" + lines.lineNumber(),
              lines.lineNumber(),
              null,
              "RFC 5545 3.1.4: the character set of an iCalendar stream is UTF-8"));
    }
  }

  private void begin(String component) throws CalendarFaultException {
    if (open.isEmpty() != component.equals(CALENDAR)) {
      if (open.isEmpty()) {
        throw notACalendar();
      }
      throw fault(
          "A calendar begins within a component; component=" + open.getFirst().name(),
          CALENDAR,
          NESTING);
    }
    if (open.size() == MAX_DEPTH) {
      throw fault(
          "Components are nested too deeply; maxDepth=" + MAX_DEPTH,
          component,
          "limit: depth of components");
    }
    if (open.isEmpty()) {
      found.beginCalendar();
    } else if (open.size() == 1) {
      currentId = null;
    } else if (component.equals(EVENT)) {
      throw fault(
          "An event begins within a component; component=" + open.getFirst().name(),
          component,
          NESTING);
    }
    open.push(new Open(component, lines.lineNumber(), lines.startOffset()));
  }

  private void end(String component) throws IOException, CalendarFaultException {
    Open begun = open.pop();
    if (!begun.name().equals(component)) {
      throw fault(
          "A component ends that is not open; end="
              + component
              + " open="
              + begun.name()
              + " begins=line "
              + begun.line(),
          component,
          NESTING);
    }
    if (open.size() != 1) {
      return;
    }
    int length = (int) Math.min(Integer.MAX_VALUE, lines.endOffset() - begun.offset());
    switch (component) {
      case EVENT -> found.addEvent(begun.offset(), length, begun.line(), currentId);
      case ZONE -> found.addZone(begun.offset(), length, begun.line(), currentId);
      default -> found.addPassedOver(component, begun.line());
    }
  }

  private void property(ContentLine property) {
    if (open.size() == 1) {
      found.calendarProperty(property);
    } else if (currentId == null) {
      String idProperty = open.getFirst().name().equals(ZONE) ? "TZID" : "UID";
      String id = TextValue.unescape(property.value()).strip();
      if (property.name().equals(idProperty) && !id.isEmpty()) {
        currentId = id;
      }
    }
  }

  private CalendarFaultException notACalendar() {
    return fault(
        found.calendars() == 0
            ? "The text is not iCalendar: it does not begin with BEGIN:VCALENDAR"
            : "There is text between calendars: BEGIN:VCALENDAR is expected",
        CALENDAR,
        "RFC 5545 3.4: an iCalendar stream is a sequence of VCALENDAR objects");
  }

  private CalendarFaultException fault(String detail, String property, String rule) {
    return new CalendarFaultException(
        new CalendarFault(
            ProblemType.INVALID_CALENDAR, detail, lines.lineNumber(), property, rule));
  }
}
