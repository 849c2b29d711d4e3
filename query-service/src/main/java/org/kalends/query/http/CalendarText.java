package org.kalends.query.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A stream of iCalendar that is written event by event: the components of each event's own text, a
 * VTIMEZONE that several bring only once. A TZID means one definition within a VCALENDAR (RFC 5545
 * §3.6.5), so an event that brings another one begins the next VCALENDAR of the stream (§3.4). One
 * thread.
 */
final class CalendarText {
  private static final String END_OF_LINE = "\r\n";
  private static final String BEGIN = "BEGIN:";
  private static final String END = "END:";
  private static final String CALENDAR = "VCALENDAR";
  private static final String ZONE = "VTIMEZONE";
  private static final String TZID = "TZID";

  private final OutputStream out;
  private final Map<String, String> zones = new HashMap<>();

  /**
   * A component of an event's text.
   *
   * @param tzid of a VTIMEZONE, null for others
   */
  private record Component(@Nullable String tzid, String text) {}

  /** Begins the text. */
  CalendarText(OutputStream out) throws IOException {
    this.out = out;
    begin();
  }

  private void begin() throws IOException {
    write(BEGIN + CALENDAR + END_OF_LINE + "VERSION:2.0\r\nPRODID:-//Kalends//Kalends 1//EN\r\n");
  }

  /**
   * Adds the components of an event.
   *
   * @param text one VCALENDAR
   */
  void add(String text) throws IOException {
    List<Component> components = components(text);
    if (components.stream().anyMatch(this::redefines)) {
      end();
      begin();
      zones.clear();
    }
    for (Component component : components) {
      if (component.tzid() == null
          || zones.putIfAbsent(component.tzid(), component.text()) == null) {
        write(component.text());
      }
    }
  }

  private boolean redefines(Component component) {
    String written = component.tzid() == null ? null : zones.get(component.tzid());
    return written != null && !written.equals(component.text());
  }

  private static List<Component> components(String text) {
    List<Component> components = new ArrayList<>();
    StringBuilder component = new StringBuilder();
    String name = null;
    for (String line : text.lines().toList()) {
      if (name == null && startsWith(line, BEGIN) && !line.equalsIgnoreCase(BEGIN + CALENDAR)) {
        name = line.substring(BEGIN.length());
      }
      if (name != null) {
        component.append(line).append(END_OF_LINE);
        if (line.equalsIgnoreCase(END + name)) {
          String whole = component.toString();
          components.add(new Component(name.equalsIgnoreCase(ZONE) ? tzid(whole) : null, whole));
          component.setLength(0);
          name = null;
        }
      }
    }
    return components;
  }

  /** The unfolded TZID line; one without names itself by its text. */
  private static String tzid(String zone) {
    return zone.replaceAll("\\r\\n[ \\t]", "")
        .lines()
        .filter(line -> startsWith(line, TZID + ":") || startsWith(line, TZID + ";"))
        .findFirst()
        .orElse(zone);
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
