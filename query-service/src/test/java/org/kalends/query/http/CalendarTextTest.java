package org.kalends.query.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class CalendarTextTest {
  private static final String EAST = zone("Custom", "+0300");
  private static final String WEST = zone("Custom", "-0500");
  private static final String OTHER = zone("Other", "+0100");

  @Test
  void shouldWriteADefinitionOnceThatSeveralEventsBring() throws IOException {
    assertThat(written(calendar(EAST, event("a")), calendar(EAST, OTHER, event("b"))))
        .isEqualTo(calendar(EAST, event("a"), OTHER, event("b")));
  }

  @Test
  void shouldBeginTheNextCalendarWhereATzidMeansAnotherZone() throws IOException {
    assertThat(
            written(
                calendar(OTHER, EAST, event("a")),
                calendar(OTHER, WEST, event("b")),
                calendar(WEST, event("c"))))
        .isEqualTo(
            calendar(OTHER, EAST, event("a")) + calendar(OTHER, WEST, event("b"), event("c")));
  }

  @Test
  void shouldKeepTheComponentsWithinOthers() throws IOException {
    String meeting = "BEGIN:VEVENT\r\nUID:1\r\nBEGIN:VALARM\r\nEND:VALARM\r\nEND:VEVENT\r\n";

    assertThat(written(calendar(meeting))).isEqualTo(calendar(meeting));
  }

  @Test
  void shouldTakeNamesInAnyCaseAndBareLineFeeds() throws IOException {
    assertThat(written("begin:vcalendar\nbegin:vevent\nuid:1\nend:vevent\nend:vcalendar\n"))
        .isEqualTo(calendar("begin:vevent\r\nuid:1\r\nend:vevent\r\n"));
  }

  @Test
  void shouldKnowATzidThatIsFoldedOrHasParameters() throws IOException {
    String folded = EAST.replace("TZID:Custom", "TZID:Cus\r\n tom");
    String parameter = WEST.replace("TZID:Custom", "tzid;X-A=1:Custom");

    assertThat(written(calendar(folded, event("a")), calendar(WEST, event("b"))))
        .isEqualTo(calendar(folded, event("a")) + calendar(WEST, event("b")));
    assertThat(written(calendar(parameter, event("a")), calendar(parameter, event("b"))))
        .isEqualTo(calendar(parameter, event("a"), event("b")));
  }

  private static String written(String... texts) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    CalendarText text = new CalendarText(out);
    for (String each : texts) {
      text.add(each);
    }
    text.end();
    return out.toString(StandardCharsets.UTF_8);
  }

  private static String calendar(String... components) {
    return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Kalends//Kalends 1//EN\r\n"
        + String.join("", components)
        + "END:VCALENDAR\r\n";
  }

  private static String zone(String tzid, String offset) {
    return "BEGIN:VTIMEZONE\r\nTZID:%s\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:%s\r\nTZOFFSETTO:%s\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n"
        .formatted(tzid, offset, offset);
  }

  private static String event(String uid) {
    return "BEGIN:VEVENT\r\nUID:%s\r\nDTSTART;TZID=Custom:20260105T100000\r\nEND:VEVENT\r\n"
        .formatted(uid);
  }
}
