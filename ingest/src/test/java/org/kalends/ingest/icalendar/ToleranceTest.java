package org.kalends.ingest.icalendar;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.kalends.ingest.icalendar.ReadItem.Accepted;

/** Each row of the table of tolerances: what is written, and what is understood. */
final class ToleranceTest {
  private static final Path TABLE = Path.of("../docs/icalendar.md");

  /** Row, the event's lines, and what its record holds then. */
  static Stream<Arguments> rows() {
    return Stream.of(
        row(
            Tolerance.STRAY_LINE,
            "\"summary\": \"a\\nb c\"",
            "DTSTART:20260601T090000Z",
            "SUMMARY:a",
            "b c"),
        row(
            Tolerance.REPEATED_PROPERTY,
            "\"summary\": \"a\"",
            "DTSTART:20260601T090000Z",
            "SUMMARY:a",
            "SUMMARY:b"),
        row(Tolerance.EMPTY_PROPERTY, "\"rules\": []", "DTSTART:20260601T090000Z", "RRULE:"),
        row(
            Tolerance.EMPTY_PROPERTY,
            "\"exceptionDates\": []",
            "DTSTART:20260601T090000Z",
            "EXDATE;TZID=Europe/Berlin:"),
        row(
            Tolerance.EMPTY_PROPERTY,
            "\"organizer\": null",
            "DTSTART:20260601T090000Z",
            "ORGANIZER:"),
        row(
            Tolerance.EMPTY_PROPERTY,
            "\"attendees\": []",
            "DTSTART:20260601T090000Z",
            "ATTENDEE:mailto:"),
        row(
            Tolerance.EMPTY_LIST_ITEM,
            "\"exceptionDates\": [" + time("UTC", 1780909200) + "]",
            "DTSTART:20260601T090000Z",
            "EXDATE:20260608T090000Z,"),
        row(
            Tolerance.DATE_WITHOUT_VALUE_DATE,
            "\"start\": " + time("DATE", 1780272000),
            "DTSTART:20260601"),
        row(
            Tolerance.DATE_WITH_TZID,
            "\"start\": " + time("DATE", 1780272000),
            "DTSTART;TZID=US/Pacific:20260601"),
        row(
            Tolerance.TIME_WITH_VALUE_DATE,
            "\"start\": " + time("UTC", 1780304400),
            "DTSTART;VALUE=DATE:20260601T090000Z"),
        row(
            Tolerance.UTC_WITH_TZID,
            "\"start\": " + time("UTC", 1780304400),
            "DTSTART;TZID=America/New_York:20260601T090000Z"),
        row(
            Tolerance.TIME_WITHOUT_SECONDS,
            "\"start\": " + time("UTC", 1780304400),
            "DTSTART:20260601T0900Z"),
        row(
            Tolerance.EXTENDED_TIME,
            "\"start\": " + time("UTC", 1780304400),
            "DTSTART:2026-06-01t09:00:00z"),
        row(
            Tolerance.LEAP_SECOND,
            "\"start\": " + time("UTC", 1483228799),
            "DTSTART:20161231T235960Z"),
        row(
            Tolerance.MIDNIGHT_24,
            "\"start\": " + time("UTC", 1780358400),
            "DTSTART:20260601T240000Z"),
        row(
            Tolerance.WILD_DURATION,
            "\"duration\": {\"days\": 0, \"seconds\": 900}",
            "DTSTART:20260601T090000Z",
            "DURATION:P15M"),
        row(
            Tolerance.LOOSE_RULE,
            "\"rules\": [\"FREQ=WEEKLY;BYDAY=MO,TU\"]",
            "DTSTART:20260601T090000Z",
            "RRULE:FREQ=WEEKLY; BYDAY=MO, TU;"),
        row(
            Tolerance.START_FROM_RECURRENCE_ID,
            "\"start\": " + time("UTC", 1780304400),
            "RECURRENCE-ID:20260601T090000Z",
            "STATUS:CANCELLED"),
        row(
            Tolerance.END_AND_DURATION,
            "\"duration\": null",
            "DTSTART:20260601T090000Z",
            "DTEND:20260601T100000Z",
            "DURATION:PT2H"),
        row(
            Tolerance.TIME_END_OF_DATE_START,
            "\"end\": " + time("DATE", 1788912000),
            "DTSTART;VALUE=DATE:20260907",
            "DTEND:20260908T235959"),
        row(
            Tolerance.TIME_DURATION_OF_DATE_START,
            "\"duration\": {\"days\": 2, \"seconds\": 0}",
            "DTSTART;VALUE=DATE:20260907",
            "DURATION:P1DT1H"),
        row(
            Tolerance.DATE_END_OF_TIME_START,
            "\"end\": " + time("ZONED", 1788825600, "Europe/Berlin"),
            "DTSTART;TZID=Europe/Berlin:20260907T090000",
            "DTEND;VALUE=DATE:20260907"),
        row(
            Tolerance.DATE_END_OF_TIME_START,
            "\"end\": " + time("ZONED", 1788825600, "Europe/Berlin"),
            "DTSTART;TZID=Europe/Berlin:20260907T090000",
            "DTEND;VALUE=DATE:20260908"),
        row(
            Tolerance.END_WITHOUT_ZONE,
            "\"end\": " + time("ZONED", 1788775200, "Europe/Berlin"),
            "DTSTART;TZID=Europe/Berlin:20260907T090000",
            "DTEND:20260907T100000"),
        row(
            Tolerance.ALL_DAY_WITHOUT_LENGTH,
            "\"end\": null",
            "DTSTART;VALUE=DATE:20260907",
            "DTEND;VALUE=DATE:20260907"),
        row(
            Tolerance.ALL_DAY_WITHOUT_LENGTH,
            "\"duration\": null",
            "DTSTART;VALUE=DATE:20260907",
            "DURATION:PT0S"),
        row(
            Tolerance.PERIOD_AS_EXDATE,
            "\"exceptionDates\": [" + time("UTC", 1780909200) + "]",
            "DTSTART:20260601T090000Z",
            "EXDATE;VALUE=PERIOD:20260608T090000Z/PT1H"),
        row(
            Tolerance.UNREADABLE_STAMP,
            "\"createdMillis\": null",
            "DTSTART:20260601T090000Z",
            "CREATED:yesterday"),
        row(
            Tolerance.STAMP_NOT_UTC,
            "\"createdMillis\": 1780304400000",
            "DTSTART:20260601T090000Z",
            "CREATED:20260601T090000"),
        row(
            Tolerance.UNREADABLE_SEQUENCE,
            "\"sequence\": 0",
            "DTSTART:20260601T090000Z",
            "SEQUENCE:-1"),
        row(
            Tolerance.UNREADABLE_SEQUENCE,
            "\"sequence\": 0",
            "DTSTART:20260601T090000Z",
            "SEQUENCE:one"),
        row(
            Tolerance.UNKNOWN_KEYWORD,
            "\"status\": \"NONE\"",
            "DTSTART:20260601T090000Z",
            "STATUS:BUSY"),
        row(
            Tolerance.UNKNOWN_KEYWORD,
            "\"transparency\": \"OPAQUE\"",
            "DTSTART:20260601T090000Z",
            "TRANSP:FREE"),
        row(
            Tolerance.UNREADABLE_ALARM,
            "\"alarms\": []",
            "DTSTART:20260601T090000Z",
            "BEGIN:VALARM",
            "ACTION:DISPLAY",
            "TRIGGER:soon",
            "END:VALARM"),
        row(
            Tolerance.ZONE_BY_OTHER_CASE,
            time("ZONED", 1780304400, "Europe/Berlin"),
            "DTSTART;TZID=EUROPE/BERLIN:20260601T090000"),
        row(
            Tolerance.ZONE_BY_WINDOWS_NAME,
            time("ZONED", 1780304400, "Europe/Berlin"),
            "DTSTART;TZID=W. Europe Standard Time:20260601T090000"),
        row(
            Tolerance.ZONE_BY_SUFFIX,
            time("ZONED", 1780304400, "Europe/Berlin"),
            "DTSTART;TZID=/mozilla.org/20050126_1/Europe/Berlin:20260601T090000"),
        row(
            Tolerance.ZONE_BY_DISPLAY_NAME,
            time("ZONED", 1780304400, "Europe/Berlin"),
            "DTSTART;TZID=\"(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna\":20260601T090000"),
        row(Tolerance.ZONE_BY_OFFSET, "\"offsetTo\": 3600", "DTSTART;TZID=GMT+1:20260601T090000"));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void shouldUnderstandAndNote(Tolerance tolerance, String held, String lines) throws Exception {
    Accepted accepted = Reading.of(Reading.event(lines)).onlyAccepted();

    assertThat(accepted.event().toString()).contains(held);
    assertThat(accepted.notes())
        .anySatisfy(
            note -> {
              assertThat(note.what()).startsWith(tolerance.sentence());
              assertThat(note.line()).isGreaterThanOrEqualTo(4);
            });
  }

  @Test
  void shouldMakeAUidFromTheTextOfAnEventThatHasNone() throws Exception {
    String one = "BEGIN:VEVENT\r\nDTSTART:20260601T090000Z\r\nEND:VEVENT";
    String other = "BEGIN:VEVENT\r\nUID:\r\nDTSTART:20260602T090000Z\r\nEND:VEVENT";

    Reading reading = Reading.of(Reading.calendar(one, other));

    assertThat(reading.events()).hasSize(2).extracting(e -> e.getUid()).doesNotHaveDuplicates();
    assertThat(Reading.of(Reading.calendar(one)).event().getUid())
        .isEqualTo(reading.events().get(0).getUid());
    assertThat(reading.accepted().get(1).notes())
        .singleElement()
        .satisfies(note -> assertThat(note.what()).startsWith(Tolerance.MISSING_UID.sentence()));
  }

  @Test
  void shouldMakeTheSameUidWhateverTheStampSays() throws Exception {
    String one = "BEGIN:VEVENT\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20260601\r\nEND:VEVENT";

    assertThat(Reading.of(Reading.calendar(one.replace("20260101", "20260102"))).event().getUid())
        .isEqualTo(Reading.of(Reading.calendar(one)).event().getUid());
  }

  @Test
  void shouldCountADuplicateOnce() throws Exception {
    String event = "BEGIN:VEVENT\r\nUID:u1\r\nDTSTART:20260601T090000Z\r\nEND:VEVENT";

    assertThat(Reading.of(Reading.calendar(event, event)).notes())
        .singleElement()
        .asString()
        .startsWith(Tolerance.DUPLICATE_COMPONENT.sentence());
  }

  @Test
  void shouldTakeTheNewerOfTwoMasters() throws Exception {
    String older = "BEGIN:VEVENT\r\nUID:u1\r\nDTSTART:20260601T090000Z\r\nEND:VEVENT";
    String newer = older.replace("0601T", "0602T").replace("\r\nEND", "\r\nSEQUENCE:1\r\nEND");

    for (Reading reading :
        Set.of(
            Reading.of(Reading.calendar(older, newer)),
            Reading.of(Reading.calendar(newer, older)))) {
      assertThat(reading.master().getSequence()).isEqualTo(1);
      assertThat(reading.event().getText()).doesNotContain("20260601T090000Z");
      assertThat(reading.notes())
          .singleElement()
          .asString()
          .startsWith(Tolerance.OLDER_COMPONENT.sentence());
    }
  }

  @Test
  void shouldTakeTheNewerOfTwoOverridesOfOneInstant() throws Exception {
    String override =
        "BEGIN:VEVENT\r\nUID:u1\r\nRECURRENCE-ID;TZID=Europe/Berlin:20260601T090000\r\n"
            + "DTSTART:20260601T100000Z\r\nDTSTAMP:20260101T000000Z\r\nEND:VEVENT";
    String newer =
        override
            .replace(";TZID=Europe/Berlin:20260601T090000", ":20260601T070000Z")
            .replace("DTSTAMP:2026", "DTSTAMP:2027");

    Reading reading = Reading.of(Reading.calendar(newer, override));

    assertThat(reading.event().getOverrides())
        .singleElement()
        .satisfies(
            one -> assertThat(one.getComponent().getStampMillis()).isEqualTo(1_798_761_600_000L));
  }

  @Test
  void shouldPassOverOtherComponents() throws Exception {
    Reading reading =
        Reading.of(
            Reading.calendar(
                "BEGIN:VTODO\r\nUID:t\r\nEND:VTODO",
                "BEGIN:VEVENT\r\nUID:u1\r\nDTSTART:20260601T090000Z\r\nEND:VEVENT",
                "BEGIN:VTODO\r\nUID:t2\r\nEND:VTODO",
                "BEGIN:VFREEBUSY\r\nUID:f\r\nEND:VFREEBUSY"));

    assertThat(reading.events()).hasSize(1);
    assertThat(reading.textNotes())
        .extracting(note -> note.line() + " " + note.what())
        .containsExactly(
            "4 " + Tolerance.PASSED_OVER.sentence() + "; component=VTODO count=2",
            "14 " + Tolerance.PASSED_OVER.sentence() + "; component=VFREEBUSY count=1");
  }

  @Test
  void shouldKeepFloatingTimesFloatingWhateverTheCalendarsZone() throws Exception {
    Reading reading =
        Reading.of(
            Reading.calendar(
                "X-WR-TIMEZONE:Europe/Madrid",
                "BEGIN:VEVENT\r\nUID:u1\r\nDTSTART:20260820T160000\r\nEND:VEVENT"));

    assertThat(reading.master().getStart().toString()).isEqualTo(time("FLOATING", 1787241600));
    assertThat(reading.notes())
        .containsExactly(
            Tolerance.CALENDAR_ZONE_NOT_APPLIED.sentence() + "; X-WR-TIMEZONE=Europe/Madrid");
  }

  @Test
  void shouldTakeTheEventsOfACancellationAsCancelled() throws Exception {
    Reading reading =
        Reading.of(
            Reading.calendar(
                "METHOD:CANCEL",
                "BEGIN:VEVENT\r\nUID:u1\r\nDTSTART:20260820T160000Z\r\nEND:VEVENT"));

    assertThat(reading.master().getStatus().name()).isEqualTo("CANCELLED");
    assertThat(reading.notes())
        .singleElement()
        .asString()
        .startsWith(Tolerance.CANCELLED_BY_METHOD.sentence());
  }

  @Test
  void shouldHaveATestForEachRow() {
    Set<Tolerance> tested =
        EnumSet.of(
            Tolerance.PASSED_OVER,
            Tolerance.MISSING_UID,
            Tolerance.DUPLICATE_COMPONENT,
            Tolerance.OLDER_COMPONENT,
            Tolerance.CALENDAR_ZONE_NOT_APPLIED,
            Tolerance.CANCELLED_BY_METHOD);
    rows().forEach(row -> tested.add((Tolerance) row.get()[0]));

    assertThat(tested).containsExactlyInAnyOrder(Tolerance.values());
  }

  @Test
  void shouldBeTheTableOfTheDocumentation() throws Exception {
    Set<String> documented = new TreeSet<>();
    Matcher row =
        Pattern.compile("(?m)^\\| `([A-Z0-9_]+)` \\| ([^|]+) \\|").matcher(Files.readString(TABLE));
    while (row.find()) {
      documented.add(row.group(1) + ": " + row.group(2).strip());
    }

    assertThat(documented)
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(Tolerance.values()).map(t -> t.name() + ": " + t.sentence()).toList());
  }

  private static Arguments row(Tolerance tolerance, String held, String... lines) {
    return Arguments.of(tolerance, held, String.join("\r\n", lines));
  }

  private static String time(String form, long local) {
    return "{\"form\": \"" + form + "\", \"local\": " + local + ", \"zone\": null}";
  }

  private static String time(String form, long local, String zone) {
    return "{\"form\": \"" + form + "\", \"local\": " + local + ", \"zone\": \"" + zone + "\"}";
  }
}
