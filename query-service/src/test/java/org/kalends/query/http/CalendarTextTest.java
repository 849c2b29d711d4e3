package org.kalends.query.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class CalendarTextTest {
  @Test
  void shouldMakeOneCalendarOfSeveral() throws IOException {
    String zone = "BEGIN:VTIMEZONE\r\nTZID:Here\r\nEND:VTIMEZONE\r\n";
    String first = "BEGIN:VEVENT\r\nUID:1\r\nBEGIN:VALARM\r\nEND:VALARM\r\nEND:VEVENT\r\n";
    String second = "BEGIN:VEVENT\r\nUID:2\r\nEND:VEVENT\r\n";

    String text = joined(calendar(zone + first), calendar(zone + second));

    assertThat(text)
        .isEqualTo(
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Kalends//Kalends 1//EN\r\n"
                + zone
                + first
                + second
                + "END:VCALENDAR\r\n");
  }

  @Test
  void shouldTakeNamesInAnyCaseAndBareLineFeeds() throws IOException {
    String text = joined("begin:vcalendar\nbegin:vevent\nuid:1\nend:vevent\nend:vcalendar\n");

    assertThat(text)
        .contains("begin:vevent\r\nuid:1\r\nend:vevent\r\n")
        .endsWith("END:VCALENDAR\r\n");
  }

  private static String joined(String... calendars) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    CalendarText text = new CalendarText(out);
    for (String calendar : calendars) {
      text.add(calendar);
    }
    text.end();
    return out.toString(StandardCharsets.UTF_8);
  }

  private static String calendar(String components) {
    return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n" + components + "END:VCALENDAR\r\n";
  }
}
