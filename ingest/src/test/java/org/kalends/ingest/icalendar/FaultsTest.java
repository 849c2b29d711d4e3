package org.kalends.ingest.icalendar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kalends.schemas.http.ProblemType;

/** What is refused, and what is said of it. */
final class FaultsTest {
  private static final String GOOD =
      "BEGIN:VEVENT\r\nUID:good\r\nDTSTART:20260601T090000Z\r\nEND:VEVENT";

  @ParameterizedTest
  @CsvSource({
    "'', 0, not iCalendar",
    "'hello', 1, not iCalendar",
    "'\n\n<html>\n', 3, not iCalendar",
    "'BEGIN:VEVENT\nEND:VEVENT\n', 1, not iCalendar",
    "'VERSION:2.0\nBEGIN:VCALENDAR\n', 1, not iCalendar",
    "'BEGIN:VCALENDAR\nEND:VCALENDAR\ntrailing\n', 3, text between calendars",
    "'BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\n', 3, cut off",
    "'BEGIN:VCALENDAR\nVERSION:2.0\n', 2, cut off",
    "'BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VALARM\n', 3, not open",
    "'BEGIN:VCALENDAR\nBEGIN:VEVENT\nBEGIN:VEVENT\n', 3, within a component",
    "'BEGIN:VCALENDAR\nBEGIN:VEVENT\nBEGIN:VCALENDAR\n', 3, within a component",
    "'BEGIN:VCALENDAR\nEND:VCALENDAR\nEND:VCALENDAR\n', 3, text between calendars",
  })
  void shouldRefuseTheWholeText(String text, int line, String detail) {
    CalendarFault fault = wholeFault(text.getBytes(StandardCharsets.UTF_8));

    assertThat(fault.type()).isEqualTo(ProblemType.INVALID_CALENDAR);
    assertThat(fault.line()).isEqualTo(line);
    assertThat(fault.detail()).contains(detail);
    assertThat(fault.rule()).startsWith("RFC 5545");
  }

  @Test
  void shouldNameTheLineThatIsNoUtf8() {
    String text = Reading.calendar(GOOD, "X-NAME:Caf\u00e9");

    CalendarFault fault = wholeFault(text.getBytes(StandardCharsets.ISO_8859_1));

    assertThat(fault.line()).isEqualTo(8);
    assertThat(fault.detail()).contains("not UTF-8");
  }

  @ParameterizedTest
  @CsvSource({
    "DTSTART:20260231T090000Z, DTSTART, no date or time",
    "DTSTART:tomorrow, DTSTART, no date or time",
    "DTSTART:2026060T090000, DTSTART, no date or time",
    "DTSTART:20260601T250000, DTSTART, no date or time",
    "DTSTART:20260601T09, DTSTART, no date or time",
    "DTSTART:00000101T090000Z, DTSTART, out of range",
    "DTSTART;TZID=Middle Earth/Bree:20260601T090000, DTSTART, TZID=Middle Earth/Bree",
    "SUMMARY:no start, DTSTART, no start",
  })
  void shouldRefuseAnEventForItsStart(String line, String property, String detail)
      throws Exception {
    CalendarFault fault = Reading.of(Reading.event(line)).fault();

    assertThat(fault.type()).isIn(ProblemType.INVALID_EVENT, ProblemType.LIMIT_EXCEEDED);
    assertThat(fault.property()).isEqualTo(property);
    assertThat(fault.line()).isEqualTo(line.startsWith("SUMMARY") ? 4 : 7);
    assertThat(fault.detail()).contains(detail);
  }

  @ParameterizedTest
  @CsvSource({
    "DTEND:20260601T080000Z, DTEND, ends before it starts",
    "DTEND;TZID=Asia/Tokyo:20260601T100000, DTEND, ends before it starts",
    "DURATION:-PT1H, DURATION, negative",
    "DURATION:1 hour, DURATION, no duration",
    "RRULE:FREQ=DAILY;INTERVAL=0, RRULE, INTERVAL=0",
    "RRULE:FREQ=DAILY;COUNT=3;UNTIL=20270101T000000Z, RRULE, UNTIL",
    "EXRULE:FREQ=NEVER, EXRULE, FREQ=NEVER",
    "'EXDATE:20260608T090000Z,later', EXDATE, later",
    "RDATE;VALUE=PERIOD:20260608T090000Z/soon, RDATE, no duration",
    "RDATE;TZID=Nowhere:20260608T090000, RDATE, TZID=Nowhere",
    "DTSTART:20260602T090000Z, DTSTART, twice",
  })
  void shouldRefuseAnEventForAProperty(String line, String property, String detail)
      throws Exception {
    CalendarFault fault = Reading.of(Reading.event("DTSTART:20260601T090000Z", line)).fault();

    assertThat(fault.property()).isEqualTo(property);
    assertThat(fault.line()).isEqualTo(8);
    assertThat(fault.detail()).contains(detail);
    assertThat(fault.rule()).isNotBlank();
  }

  @Test
  void shouldNameTheLineOfTheSecondRuleWhereThatIsAtFault() throws Exception {
    String event =
        Reading.event("DTSTART:20260601", "RRULE:FREQ=DAILY", "RRULE:FREQ=HOURLY;BYHOUR=99");

    assertThat(Reading.of(event).fault().line()).isEqualTo(9);
  }

  @Test
  void shouldRefuseAZonedEndOfAFloatingStart() throws Exception {
    String event = Reading.event("DTSTART:20260601T090000", "DTEND:20260601T100000Z");

    assertThat(Reading.of(event).fault().rule()).startsWith("RFC 5545 3.8.2.2");
  }

  @Test
  void shouldRefuseTwoMastersOfWhichNoneIsNewer() throws Exception {
    String other = GOOD.replace("0601T", "0602T");

    CalendarFault fault = Reading.of(Reading.calendar(GOOD, other)).fault();

    assertThat(fault.line()).isEqualTo(8);
    assertThat(fault.detail()).contains("first=line 4");
  }

  @Test
  void shouldGoOnWithTheOtherEvents() throws Exception {
    Reading reading =
        Reading.of(Reading.calendar(GOOD.replace("good", "bad").replace("0601T", "0631T"), GOOD));

    assertThat(reading.refused())
        .singleElement()
        .satisfies(r -> assertThat(r.uid()).isEqualTo("bad"));
    assertThat(reading.events())
        .singleElement()
        .satisfies(e -> assertThat(e.getUid()).isEqualTo("good"));
  }

  @Test
  void shouldRefuseTheWholeUidForOneBrokenOverride() throws Exception {
    String override =
        GOOD.replace("DTSTART:20260601T090000Z", "RECURRENCE-ID;TZID=No:20260601T090000");

    assertThat(Reading.of(Reading.calendar(GOOD, override)).fault().line()).isEqualTo(10);
  }

  @ParameterizedTest
  @CsvSource({
    "METHOD:REPLY, METHOD",
    "METHOD:ADD, METHOD",
    "METHOD:counter, METHOD",
    "CALSCALE:JULIAN, CALSCALE"
  })
  void shouldRefuseWhatIsNoStateOfAnEvent(String line, String property) throws Exception {
    assertThat(Reading.of(Reading.calendar(line, GOOD)).fault().property()).isEqualTo(property);
  }

  @Test
  void shouldRefuseAUsedDefinitionWithoutObservances() throws Exception {
    String text =
        Reading.calendar(
            "BEGIN:VTIMEZONE\r\nTZID:Own\r\nEND:VTIMEZONE",
            GOOD.replace("DTSTART:20260601T090000Z", "DTSTART;TZID=Own:20260601T090000"));

    assertThat(Reading.of(text).fault().detail()).contains("no observance", "tzid=Own");
  }

  @Test
  void shouldRefuseALineWithoutANameBeforeAnyProperty() throws Exception {
    String text = Reading.calendar(GOOD.replace("UID:good", "stray\r\nUID:good"));

    assertThat(Reading.of(text).fault().line()).isEqualTo(5);
  }

  private static CalendarFault wholeFault(byte[] text) {
    CalendarFaultException thrown =
        catchThrowableOfType(CalendarFaultException.class, () -> Reading.of(text));
    assertThat(thrown).isNotNull();
    return thrown.fault();
  }
}
