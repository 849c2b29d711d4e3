package org.kalends.ingest.icalendar;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.kalends.ingest.icalendar.ReadItem.Accepted;
import org.kalends.schemas.avro.Event;
import org.kalends.schemas.avro.EventOverride;
import org.kalends.schemas.avro.Rejection;
import org.kalends.schemas.http.ProblemType;

final class ICalendarReaderTest {
  private static final String ZONE =
      lines(
          "BEGIN:VTIMEZONE",
          "TZID:Ship",
          "BEGIN:STANDARD",
          "DTSTART:19700101T000000",
          "TZOFFSETFROM:+0330",
          "TZOFFSETTO:+0330",
          "END:STANDARD",
          "END:VTIMEZONE");
  private static final List<String> COMPONENTS =
      List.of(
          ZONE,
          lines(
              "BEGIN:VEVENT",
              "UID:a",
              "DTSTART;TZID=Ship:20260601T090000",
              "RRULE:FREQ=DAILY",
              "SUMMARY:Grüße 語",
              "X-OWN;X-P=\"a:b\":kept",
              "END:VEVENT"),
          lines(
              "BEGIN:VEVENT",
              "UID:a",
              "RECURRENCE-ID;TZID=Ship:20260602T090000",
              "DTSTART;TZID=Ship:20260602T100000",
              "END:VEVENT"),
          lines(
              "BEGIN:VEVENT",
              "UID:a",
              "RECURRENCE-ID;TZID=Ship:20260601T090000",
              "DTSTART;TZID=Ship:20260601T110000",
              "BEGIN:VALARM",
              "TRIGGER:-PT5M",
              "ACTION:DISPLAY",
              "END:VALARM",
              "END:VEVENT"),
          "BEGIN:VEVENT\r\nUID:b\r\nDTSTART;VALUE=DATE:20260603\r\nEND:VEVENT",
          "BEGIN:VTODO\r\nUID:a\r\nEND:VTODO");

  @Property(tries = 100)
  void shouldReadTheSameEventsInWhateverOrderComponentsStand(@ForAll long seed) throws Exception {
    List<String> shuffled = new ArrayList<>(COMPONENTS);
    Collections.shuffle(shuffled, new Random(seed));

    assertThat(eventsOf(Reading.calendar(shuffled.toArray(String[]::new)))).isEqualTo(expected());
  }

  @Property(tries = 100)
  void shouldReadTheSameEventsHoweverLinesAreFoldedAndEnd(@ForAll long seed) throws Exception {
    Random random = new Random(seed);
    String lineEnd = random.nextBoolean() ? "\r\n" : "\n";
    byte[] end = lineEnd.getBytes(StandardCharsets.US_ASCII);
    ByteArrayOutputStream folded = new ByteArrayOutputStream();
    if (random.nextBoolean()) {
      folded.writeBytes(new byte[] {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF});
    }
    for (String line : text().split("\r\n", -1)) {
      for (byte octet : line.getBytes(StandardCharsets.UTF_8)) {
        folded.write(octet);
        if (random.nextInt(9) == 0) {
          folded.writeBytes(end);
          folded.write(random.nextBoolean() ? ' ' : '\t');
        }
      }
      folded.writeBytes(end);
    }

    assertThat(new HashSet<>(Reading.of(folded.toByteArray()).events())).isEqualTo(expected());
  }

  @Property(tries = 50)
  void shouldReadTheSameEventsFromAFile(@ForAll long seed) throws Exception {
    int memory = new Random(seed).nextInt(text().length());
    ReaderLimits spooling = new ReaderLimits(1 << 20, memory, 99, 9_999);

    Reading reading = Reading.of(text().getBytes(StandardCharsets.UTF_8), spooling);

    assertThat(new HashSet<>(reading.events())).isEqualTo(expected());
  }

  @Test
  void shouldPutTheComponentsOfOneUidIntoOneEvent() throws Exception {
    Event event = Reading.of(text()).events().get(0);

    assertThat(event.getMaster().getRules()).containsExactly("FREQ=DAILY");
    assertThat(event.getOverrides())
        .extracting(EventOverride::getRecurrenceId)
        .extracting(WrittenValues::time)
        .containsExactly("20260601T090000", "20260602T090000");
    assertThat(event.getZones()).hasSize(1);
  }

  @Test
  void shouldKeepWhatItDoesNotKnowInTheText() throws Exception {
    String text = Reading.of(text()).events().get(0).getText();

    assertThat(text)
        .startsWith("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n")
        .contains(ZONE)
        .contains("\r\nX-OWN;X-P=\"a:b\":kept\r\n")
        .contains("\r\nSUMMARY:Grüße 語\r\n")
        .doesNotContain("UID:b", "VTODO")
        .endsWith("END:VCALENDAR\r\n");
  }

  @Test
  void shouldReadItsOwnTextAsTheSameEvent() throws Exception {
    for (Event event : Reading.of(text()).events()) {
      assertThat(Reading.of(event.getText()).event()).isEqualTo(event);
    }
  }

  @Test
  void shouldHandOverEventsInTheOrderOfTheirFirstComponent() throws Exception {
    List<String> components = new ArrayList<>(COMPONENTS);
    components.add(0, components.remove(4));

    assertThat(Reading.of(Reading.calendar(components.toArray(String[]::new))).events())
        .extracting(Event::getUid)
        .containsExactly("b", "a");
  }

  @Test
  void shouldReadOverridesWithoutAMaster() throws Exception {
    Event event = Reading.of(Reading.calendar(ZONE, COMPONENTS.get(2), COMPONENTS.get(3))).event();

    assertThat(event.getMaster()).isNull();
    assertThat(event.getOverrides()).hasSize(2);
  }

  @Test
  void shouldReadADefinitionByTheCalendarThatItStandsIn() throws Exception {
    String other = ZONE.replace("0330", "0445");
    String event = "BEGIN:VEVENT\r\nUID:%s\r\nDTSTART;TZID=Ship:20260601T090000\r\nEND:VEVENT";

    Reading reading =
        Reading.of(
            Reading.calendar(ZONE, event.formatted("a"))
                + Reading.calendar(event.formatted("b"), other)
                + Reading.calendar(event.formatted("c")));

    assertThat(reading.events())
        .extracting(e -> e.getZones().get(0).getObservances().get(0).getOffsetTo())
        .containsExactly(12_600, 17_100, 17_100);
  }

  @Test
  void shouldTakeTheFirstOfTwoDefinitionsInOneCalendarAndSaySo() throws Exception {
    String event = "BEGIN:VEVENT\r\nUID:a\r\nDTSTART;TZID=Ship:20260601T090000\r\nEND:VEVENT";

    Reading reading = Reading.of(Reading.calendar(ZONE, ZONE.replace("0330", "0445"), event, ZONE));

    assertThat(reading.event().getZones().get(0).getObservances().get(0).getOffsetTo())
        .isEqualTo(12_600);
    assertThat(reading.textNotes())
        .singleElement()
        .satisfies(note -> assertThat(note.line()).isEqualTo(12));
  }

  @Test
  void shouldGiveTheWritersRejectionTheLineOfItsProperty() throws Exception {
    Accepted accepted = Reading.of(text()).accepted().get(0);
    int masterLine = lineOf("RRULE:FREQ=DAILY");
    int overrideLine = lineOf("DTSTART;TZID=Ship:20260601T110000");

    assertThat(accepted.lines().locate(rejection("RRULE", -1)).line()).isEqualTo(masterLine);
    assertThat(accepted.lines().locate(rejection("DTSTART", 0)).line()).isEqualTo(overrideLine);
    assertThat(accepted.lines().locate(rejection("RRULE", 0)).line()).isEqualTo(overrideLine - 3);
    assertThat(accepted.lines().locate(rejection(null, -1)).line())
        .isEqualTo(lineOf("DTSTART;TZID=Ship:20260601T090000") - 2);
  }

  @Test
  void shouldSayOfTheWritersRejectionWhatTheWriterSays() throws Exception {
    CalendarFault fault =
        Reading.of(text()).accepted().get(0).lines().locate(rejection("RRULE", -1));

    assertThat(fault.type()).isEqualTo(ProblemType.LIMIT_EXCEEDED);
    assertThat(fault.detail()).isEqualTo("too much");
    assertThat(fault.rule()).isEqualTo("a rule");
  }

  /**
   * Some 24 MB of events that are made as they are read; kept in memory it would not be a tenth.
   */
  @Test
  void shouldReadALargeTextEventByEvent() throws Exception {
    int events = 100_000;
    int[] seen = {0};

    new ICalendarReader()
        .read(
            new ManyEvents(events),
            item -> {
              assertThat(item).isInstanceOf(Accepted.class);
              seen[0]++;
            });

    assertThat(seen[0]).isEqualTo(events);
    try (var left = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      assertThat(left.filter(ICalendarReaderTest::isOurOpenFile)).isEmpty();
    }
  }

  private static boolean isOurOpenFile(Path path) {
    return path.getFileName().toString().startsWith("kalends-import-");
  }

  /** A calendar of small events, made as it is read. */
  private static final class ManyEvents extends InputStream {
    private final Iterator<String> texts;
    private InputStream current = InputStream.nullInputStream();

    ManyEvents(int events) {
      Stream<String> begin = Stream.of("BEGIN:VCALENDAR\r\n");
      Stream<String> middle = IntStream.range(0, events).mapToObj(ICalendarReaderTest::smallEvent);
      this.texts =
          Stream.of(begin, middle, Stream.of("END:VCALENDAR\r\n")).flatMap(part -> part).iterator();
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0];
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      int read = current.read(target, offset, length);
      while (read < 0 && texts.hasNext()) {
        current = new ByteArrayInputStream(texts.next().getBytes(StandardCharsets.US_ASCII));
        read = current.read(target, offset, length);
      }
      return read;
    }
  }

  private static String smallEvent(int number) {
    return "BEGIN:VEVENT\r\nUID:event-"
        + number
        + "@example.org\r\nDTSTART:20260601T090000Z\r\nDESCRIPTION:"
        + "x".repeat(140)
        + "\r\nEND:VEVENT\r\n";
  }

  private static Rejection rejection(@Nullable String property, int index) {
    return new Rejection("limit-exceeded", "too much", property, "a rule", index);
  }

  private static String lines(String... lines) {
    return String.join("\r\n", lines);
  }

  private static int lineOf(String line) {
    return List.of(text().split("\r\n", -1)).indexOf(line) + 1;
  }

  private static String text() {
    return Reading.calendar(COMPONENTS.toArray(String[]::new));
  }

  private static Set<Event> expected() throws CalendarFaultException {
    return eventsOf(text());
  }

  private static Set<Event> eventsOf(String text) throws CalendarFaultException {
    return new HashSet<>(Reading.of(text).events());
  }
}
