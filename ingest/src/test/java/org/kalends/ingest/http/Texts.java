package org.kalends.ingest.http;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Small calendars. */
final class Texts {
  private Texts() {}

  static String calendar(String... components) {
    return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Kalends//test//EN\r\n"
        + String.join("", components)
        + "END:VCALENDAR\r\n";
  }

  static String event(String uid, String... lines) {
    String more = lines.length == 0 ? "" : String.join("\r\n", lines) + "\r\n";
    return "BEGIN:VEVENT\r\nUID:"
        + uid
        + "\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20260302T090000Z\r\n"
        + more
        + "END:VEVENT\r\n";
  }

  /** One event in a calendar. */
  static String one(String uid, String... lines) {
    return calendar(event(uid, lines));
  }

  /** Events u0, u1, … */
  static String many(int count) {
    return calendar(
        IntStream.range(0, count)
            .mapToObj(i -> event("u" + i, "SUMMARY:Number " + i))
            .collect(Collectors.joining()));
  }
}
