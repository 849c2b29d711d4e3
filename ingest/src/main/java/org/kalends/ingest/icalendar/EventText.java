package org.kalends.ingest.icalendar;

import java.nio.charset.StandardCharsets;

/**
 * Writes the text of one event as it was received: a VCALENDAR with the components of its UID and
 * the VTIMEZONEs that they name, each line as it came, folded anew at 75 octets (RFC 5545 §3.1).
 * Nothing of other events and no clock goes in, so that the same input gives the same bytes. For
 * one thread.
 */
final class EventText {
  /** Names who wrote the VCALENDAR around the components. */
  static final String PRODUCT = "-//Kalends//Kalends//EN";

  private static final int MAX_LINE_OCTETS = 75;
  private static final String LINE_END = "\r\n";

  private final StringBuilder text = new StringBuilder(1024);

  EventText() {
    line("BEGIN:VCALENDAR");
    line("VERSION:2.0");
    line("PRODID:" + PRODUCT);
  }

  EventText zone(SourceComponent zone) {
    component(zone);
    return this;
  }

  /** A VEVENT; its UID line is written where it lacks one. */
  EventText event(SourceComponent event, String uid) {
    line("BEGIN:" + event.name());
    ContentLine own = event.property("UID");
    boolean lacksUid = own == null || own.value().isBlank();
    if (lacksUid) {
      line("UID:" + uid);
    }
    for (ContentLine property : event.properties()) {
      if (!lacksUid || !property.name().equals("UID")) {
        line(property.text());
      }
    }
    event.children().forEach(this::component);
    line("END:" + event.name());
    return this;
  }

  /** The whole text. */
  String end() {
    line("END:VCALENDAR");
    return text.toString();
  }

  /** These content lines, which end with CRLF, folded. */
  static String fold(String lines) {
    StringBuilder folded = new StringBuilder(lines.length() + lines.length() / 16);
    lines.lines().forEach(line -> fold(line, folded));
    return folded.toString();
  }

  /** The content of a component that tells it from another: without UID and DTSTAMP. */
  static byte[] identityOf(SourceComponent event) {
    EventText identity = new EventText();
    for (ContentLine property : event.properties()) {
      if (!property.name().equals("UID") && !property.name().equals("DTSTAMP")) {
        identity.line(property.text());
      }
    }
    event.children().forEach(identity::component);
    return identity.end().getBytes(StandardCharsets.UTF_8);
  }

  private void component(SourceComponent component) {
    line("BEGIN:" + component.name());
    component.properties().forEach(property -> line(property.text()));
    component.children().forEach(this::component);
    line("END:" + component.name());
  }

  private void line(String line) {
    fold(line, text);
  }

  private static void fold(String line, StringBuilder text) {
    int octets = 0;
    int start = 0;
    int position = 0;
    while (position < line.length()) {
      int character = line.codePointAt(position);
      int width = utf8Width(character);
      if (octets + width > MAX_LINE_OCTETS) {
        text.append(line, start, position).append(LINE_END).append(' ');
        start = position;
        octets = 1;
      }
      octets += width;
      position += Character.charCount(character);
    }
    text.append(line, start, line.length()).append(LINE_END);
  }

  private static int utf8Width(int character) {
    if (character < 0x80) {
      return 1;
    }
    if (character < 0x800) {
      return 2;
    }
    return character < 0x10000 ? 3 : 4;
  }
}
