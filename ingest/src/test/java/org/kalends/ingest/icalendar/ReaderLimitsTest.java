package org.kalends.ingest.icalendar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kalends.schemas.EventUid;
import org.kalends.schemas.event.EventLimits;
import org.kalends.schemas.http.ProblemType;

/** Each limit of reading, from both sides. */
final class ReaderLimitsTest {
  private static final String START = "DTSTART:20260601T090000Z";

  @Test
  void shouldLimitTheWholeText() throws Exception {
    byte[] text = Reading.event(START).getBytes(StandardCharsets.UTF_8);

    assertThat(Reading.of(text, limits(text.length, 10, 9, 99)).events()).hasSize(1);
    assertThat(Reading.of(text, limits(text.length, 1_000, 9, 99)).events()).hasSize(1);
    assertThat(fault(text, limits(text.length - 1, 10, 9, 99)).type())
        .isEqualTo(ProblemType.BODY_TOO_LARGE);
    assertThat(fault(text, limits(text.length - 1, 1_000, 9, 99)).type())
        .isEqualTo(ProblemType.BODY_TOO_LARGE);
  }

  @Test
  void shouldLimitTheEventsOfAText() throws Exception {
    byte[] text = Reading.calendar(bareEvents(3)).getBytes(StandardCharsets.UTF_8);

    assertThat(Reading.of(text, limits(99_999, 9_999, 3, 99)).events()).hasSize(3);
    assertThat(fault(text, limits(99_999, 9_999, 2, 99)).type())
        .isEqualTo(ProblemType.LIMIT_EXCEEDED);
  }

  @Test
  void shouldLimitTheDifferentZoneDefinitions() throws Exception {
    String one = "BEGIN:VTIMEZONE\r\nTZID:Own\r\nEND:VTIMEZONE";
    byte[] equal =
        (Reading.calendar(one, bareEvents(1)) + Reading.calendar(one))
            .getBytes(StandardCharsets.UTF_8);
    byte[] different =
        Reading.calendar(one, one.replace("Own", "Two")).getBytes(StandardCharsets.UTF_8);
    int bytesOfOne = one.length() + 2 + 64;

    assertThat(Reading.of(equal, limits(9_999, 9_999, 9, bytesOfOne)).events()).hasSize(1);
    assertThat(Reading.of(different, limits(9_999, 9_999, 9, 2 * bytesOfOne)).refused()).isEmpty();
    assertThat(fault(different, limits(9_999, 9_999, 9, 2 * bytesOfOne - 1)).property())
        .isEqualTo("VTIMEZONE");
  }

  @ParameterizedTest
  @ValueSource(ints = {CalendarScan.MAX_DEPTH, CalendarScan.MAX_DEPTH + 1})
  void shouldLimitTheDepthOfComponents(int depth) {
    String begins = "BEGIN:X-A\r\n".repeat(depth - 1);
    String ends = "END:X-A\r\n".repeat(depth - 1);
    byte[] text =
        ("BEGIN:VCALENDAR\r\n" + begins + ends + "END:VCALENDAR").getBytes(StandardCharsets.UTF_8);

    CalendarFaultException thrown =
        catchThrowableOfType(CalendarFaultException.class, () -> Reading.of(text));

    assertThat(thrown == null).isEqualTo(depth == CalendarScan.MAX_DEPTH);
  }

  @Test
  void shouldLimitTheStatementsOfCalendars() throws Exception {
    String most = calendarsOfDifferentZones(ScannedText.MAX_FACTS);

    assertThat(Reading.of(most).events()).hasSize(ScannedText.MAX_FACTS);
    byte[] more =
        calendarsOfDifferentZones(ScannedText.MAX_FACTS + 1).getBytes(StandardCharsets.UTF_8);
    assertThat(fault(more, ReaderLimits.DEFAULTS).type()).isEqualTo(ProblemType.LIMIT_EXCEEDED);
  }

  @Test
  void shouldLimitAContentLineForItsEventAlone() throws Exception {
    int room = ContentLines.MAX_LINE_BYTES - "X-A:".length();
    String fits = Reading.event(START, "X-A:" + "a".repeat(room));
    String exceeds = Reading.event(START, "X-A:" + "a".repeat(room + 1));

    assertThat(Reading.of(fits).events()).hasSize(1);
    CalendarFault fault = Reading.of(exceeds).fault();
    assertThat(fault.line()).isEqualTo(8);
    assertThat(fault.property()).isEqualTo("X-A");
    assertThat(fault.type()).isEqualTo(ProblemType.LIMIT_EXCEEDED);
  }

  @Test
  void shouldLimitTheTextOfAnEvent() throws Exception {
    String event = Reading.of(textOfOctets(0)).event().getText();
    int room = EventLimits.MAX_TEXT_BYTES - event.length();

    assertThat(Reading.of(textOfOctets(room)).event().getText())
        .hasSize(EventLimits.MAX_TEXT_BYTES);
    assertThat(Reading.of(textOfOctets(room + 1)).fault().type())
        .isEqualTo(ProblemType.LIMIT_EXCEEDED);
  }

  @Test
  void shouldRefuseAnEventThatIsTooLargeToBeLookedAt() throws Exception {
    String huge = Reading.event(START, ("X-A:" + "a".repeat(1_000) + "\r\n").repeat(1_100).strip());

    Reading reading = Reading.of(huge);

    assertThat(huge.length()).isGreaterThan(ICalendarReader.MAX_SOURCE_BYTES);
    assertThat(reading.fault().type()).isEqualTo(ProblemType.LIMIT_EXCEEDED);
    assertThat(reading.refused().get(0).uid()).isEqualTo("u1");
  }

  @Test
  void shouldLimitTheProperties() throws Exception {
    int room = EventLimits.MAX_PROPERTIES - 3;

    assertThat(Reading.of(Reading.event(START, "X-A:1\r\n".repeat(room).strip())).events())
        .hasSize(1);
    CalendarFault fault =
        Reading.of(Reading.event(START, "X-A:1\r\n".repeat(room + 1).strip())).fault();
    assertThat(fault.type()).isEqualTo(ProblemType.LIMIT_EXCEEDED);
    assertThat(fault.line()).isEqualTo(7 + EventLimits.MAX_PROPERTIES - 2);
  }

  @Test
  void shouldLimitTheUid() throws Exception {
    String longest = "é".repeat(127) + "u";

    assertThat(Reading.of(uid(longest)).event().getUid()).isEqualTo(longest);
    CalendarFault fault = Reading.of(uid(longest + "u")).fault();
    assertThat(fault.property()).isEqualTo("UID");
    assertThat(fault.detail()).contains("maxBytes=" + EventUid.MAX_BYTES);
  }

  @Test
  void shouldLimitTheOverrides() throws Exception {
    assertThat(Reading.of(overrides(EventLimits.MAX_OVERRIDES)).event().getOverrides())
        .hasSize(EventLimits.MAX_OVERRIDES);
    assertThat(Reading.of(overrides(EventLimits.MAX_OVERRIDES + 1)).fault().detail())
        .contains("too many overrides");
  }

  @Test
  void shouldLimitTheObservancesOfAZone() throws Exception {
    assertThat(Reading.of(zone(ZoneDefinitions.MAX_OBSERVANCES, 0)).events()).hasSize(1);
    assertThat(Reading.of(zone(ZoneDefinitions.MAX_OBSERVANCES + 1, 0)).fault().detail())
        .contains("too many observances");
  }

  @Test
  void shouldLimitTheDatesOfAnObservance() throws Exception {
    assertThat(Reading.of(zone(1, ZoneDefinitions.MAX_DATES)).events()).hasSize(1);
    assertThat(Reading.of(zone(1, ZoneDefinitions.MAX_DATES + 1)).fault().detail())
        .contains("too many RDATEs");
  }

  @Test
  void shouldTakeATooLargeDefinitionAsMissing() throws Exception {
    String zone = zone(1, 0);
    int padding = ZoneTexts.MAX_DEFINITION_BYTES;
    String tooLarge =
        zone.replace(
            "TZID:Own",
            "TZID:Own\r\n"
                + ("X-A:" + "a".repeat(9_990) + "\r\n").repeat(padding / 10_000 + 1).strip());

    assertThat(Reading.of(tooLarge).fault().detail()).contains("unknown TZID");
  }

  @Test
  void shouldLimitTheNotesOfAnEvent() throws Exception {
    String dates =
        IntStream.range(0, Notes.MAX_NOTES + 1)
            .mapToObj(i -> "20260601")
            .collect(Collectors.joining(","));

    assertThat(Reading.of(Reading.event(START, "EXDATE:" + dates)).notes())
        .hasSize(Notes.MAX_NOTES);
  }

  private static ReaderLimits limits(long bytes, int memory, int components, int zoneBytes) {
    return new ReaderLimits(bytes, memory, components, zoneBytes);
  }

  private static CalendarFault fault(byte[] text, ReaderLimits limits) {
    CalendarFaultException thrown =
        catchThrowableOfType(CalendarFaultException.class, () -> Reading.of(text, limits));
    assertThat(thrown).isNotNull();
    return thrown.fault();
  }

  private static String bareEvents(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "BEGIN:VEVENT\r\nUID:" + i + "\r\n" + START + "\r\nEND:VEVENT")
        .collect(Collectors.joining("\r\n"));
  }

  private static String calendarsOfDifferentZones(int count) {
    return IntStream.range(0, count)
        .mapToObj(
            i -> "BEGIN:VCALENDAR\nX-WR-TIMEZONE:" + i + "\nBEGIN:VEVENT\nUID:" + i + "\n" + START)
        .collect(
            Collectors.joining(
                "\nEND:VEVENT\nEND:VCALENDAR\n", "", "\nEND:VEVENT\nEND:VCALENDAR\n"));
  }

  /**
   * An event whose text grows by exactly this many octets: long lines, and the rest in short ones.
   */
  private static String textOfOctets(int octets) {
    StringBuilder lines = new StringBuilder(START).append("\r\nX-B:");
    int rest = octets;
    String longLine = "X-A:" + "a".repeat(1_000);
    while (rest > 2_000) {
      lines.append("\r\n").append(longLine);
      rest -= EventText.fold(longLine).length();
    }
    while (rest > 60) {
      lines.append("\r\nX-A:").append("a".repeat(26));
      rest -= 32;
    }
    String text = lines.toString().replace("X-B:", "X-B:" + "b".repeat(rest));
    return Reading.event(text);
  }

  private static String uid(String uid) {
    return Reading.event(START).replace("UID:u1", "UID:" + uid);
  }

  private static String overrides(int count) {
    return Reading.calendar(
        IntStream.range(0, count)
            .mapToObj(
                i ->
                    "BEGIN:VEVENT\nUID:u\nRECURRENCE-ID:"
                        + WrittenValues.localDateTime(i)
                        + "Z\nEND:VEVENT")
            .collect(Collectors.joining("\n")));
  }

  private static String zone(int observances, int dates) {
    String rdates = dates == 0 ? "" : "RDATE:" + "19700101T000000,".repeat(dates) + "\r\n";
    String observance =
        "BEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0100\r\n"
            + rdates
            + "END:STANDARD\r\n";
    return Reading.calendar(
        "BEGIN:VTIMEZONE\r\nTZID:Own\r\n" + observance.repeat(observances) + "END:VTIMEZONE",
        "BEGIN:VEVENT\r\nUID:u1\r\nDTSTART;TZID=Own:20260601T090000\r\nEND:VEVENT");
  }
}
