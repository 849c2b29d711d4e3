package org.kalends.deploy.endtoend;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Small calendars. */
final class Texts {
  private Texts() {}

  /** One VCALENDAR around the components' lines. */
  static String calendar(String... components) {
    return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Kalends//test//EN\r\n"
        + String.join("", components)
        + "END:VCALENDAR\r\n";
  }

  static String event(String uid, String... lines) {
    return "BEGIN:VEVENT\r\nUID:"
        + uid
        + "\r\nDTSTAMP:20260101T000000Z\r\n"
        + String.join("\r\n", lines)
        + "\r\nEND:VEVENT\r\n";
  }

  /** A weekly half hour of ann and bob, from Monday 2 March 2026, 09:00 in Berlin. */
  static String standup(String uid, String summary) {
    return calendar(
        event(
            uid,
            "DTSTART;TZID=Europe/Berlin:20260302T090000",
            "DURATION:PT30M",
            "RRULE:FREQ=WEEKLY",
            "SUMMARY:" + summary,
            "ATTENDEE;PARTSTAT=ACCEPTED:mailto:ann." + uid,
            "ATTENDEE;PARTSTAT=DECLINED:mailto:bob." + uid));
  }

  /** Events on successive quarter hours from 2026-01-01T00:00Z on, named prefix-0, prefix-1, … */
  static String many(String prefix, int count) {
    return calendar(
        IntStream.range(0, count)
            .mapToObj(
                i ->
                    event(
                        prefix + "-" + i,
                        "DTSTART:"
                            + java.time.Instant.parse("2026-01-01T00:00:00Z")
                                .plusSeconds(900L * i)
                                .toString()
                                .replaceAll("[-:]", ""),
                        "DURATION:PT15M",
                        "SUMMARY:Number " + i))
            .collect(Collectors.joining()));
  }
}
