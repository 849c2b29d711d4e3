package org.kalends.query.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

/**
 * One VCALENDAR that is written event by event: the components of each event's own text, a
 * VTIMEZONE that several bring only once. One thread.
 */
final class CalendarText {
  private static final String END_OF_LINE = "\r\n";
  private static final String BEGIN = "BEGIN:";
  private static final String END = "END:";
  private static final String CALENDAR = "VCALENDAR";
  private static final String ZONE = "VTIMEZONE";

  private final OutputStream out;
  private final Set<String> zones = new HashSet<>();

  /** Begins the text. */
  CalendarText(OutputStream out) throws IOException {
    this.out = out;
    write(BEGIN + CALENDAR + END_OF_LINE + "VERSION:2.0\r\nPRODID:-//Kalends//Kalends 1//EN\r\n");
  }

  /**
   * Adds the components of an event.
   *
   * @param text one VCALENDAR
   */
  void add(String text) throws IOException {
    StringBuilder component = new StringBuilder();
    String name = null;
    for (String line : text.lines().toList()) {
      if (name == null && startsWith(line, BEGIN) && !line.equalsIgnoreCase(BEGIN + CALENDAR)) {
        name = line.substring(BEGIN.length());
      }
      if (name != null) {
        component.append(line).append(END_OF_LINE);
        if (line.equalsIgnoreCase(END + name)) {
          if (!name.equalsIgnoreCase(ZONE) || zones.add(component.toString())) {
            write(component.toString());
          }
          component.setLength(0);
          name = null;
        }
      }
    }
  }

  /** Ends the text. */
  void end() throws IOException {
    write(END + CALENDAR + END_OF_LINE);
  }

  /** Names are compared without case (RFC 5545 §2). */
  private static boolean startsWith(String line, String name) {
    return line.regionMatches(true, 0, name, 0, name.length());
  }

  private void write(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
  }
}
