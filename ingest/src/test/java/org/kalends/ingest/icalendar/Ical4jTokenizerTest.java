package org.kalends.ingest.icalendar;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import net.fortuna.ical4j.data.CalendarParserImpl;
import net.fortuna.ical4j.data.ContentHandler;
import net.fortuna.ical4j.data.ParserException;
import net.fortuna.ical4j.data.UnfoldingReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * ical4j's tokenizer beside ours: equal on what is well formed, and why it is not the one we read
 * with (docs/adr/0004). A test of the second kind that fails is good news: the fault is mended, and
 * the decision can be looked at again.
 */
final class Ical4jTokenizerTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "ArgentinaHolidays.ics",
        "Belgische32feestdagen.ics",
        "Casablanca.ics",
        "Christian32Holidays.ics",
        "Earth32Seasons.ics",
        "EstoniaHolidays.ics",
        "Misc.History.ics",
        "Packers.ics",
        "SwedishHolidays2003-2006.ics",
        "THFC.ics",
        "afl2004.ics",
        "canada.ics",
        "google_aus_holidays.ics",
        "lotr.ics",
        "mathBirthdays.ics"
      })
  void shouldFindTheSamePropertiesInRealFiles(String file) throws Exception {
    byte[] bytes = bytesOf(file);

    assertThat(ours(bytes)).isEqualTo(theirs(new String(bytes, StandardCharsets.UTF_8)));
  }

  @Test
  void shouldLoseTheSecondOfTwoQuotedParameterValues() throws Exception {
    assertThat(theirs(event("ATTENDEE;MEMBER=\"mailto:a@x\",\"mailto:b@x\":mailto:c@x")))
        .contains("ATTENDEE=\"mailto:b@x\":mailto:c@x");
  }

  @Test
  void shouldReadABackslashInQuotesAsInTheLanguageC() throws Exception {
    List<String> parameters = new ArrayList<>();
    parse(event("ATTENDEE;CN=\"corp\\name\":mailto:c@x"), new ArrayList<>(), parameters);

    assertThat(parameters).contains("CN=\"corp\name\"");
  }

  @Test
  void shouldSwallowThePropertyBehindAStrayLine() throws Exception {
    assertThat(theirs(event("LOCATION:here", "and there", "STATUS:CONFIRMED")))
        .contains("AND THERE=STATUS:CONFIRMED")
        .doesNotContain("STATUS=CONFIRMED");
  }

  private static String event(String... lines) {
    return Reading.event(lines);
  }

  private static List<String> ours(byte[] bytes) throws IOException {
    List<String> properties = new ArrayList<>();
    ContentLines lines = new ContentLines(new ByteArrayInputStream(bytes), 1);
    while (lines.next()) {
      ContentLine line =
          Objects.requireNonNull(ContentLineLexer.parse(lines.text(), lines.lineNumber()));
      if (!line.name().equals("BEGIN") && !line.name().equals("END")) {
        properties.add(line.name() + "=" + line.value());
      }
    }
    return properties;
  }

  private static List<String> theirs(String text) throws Exception {
    List<String> properties = new ArrayList<>();
    parse(text, properties, new ArrayList<>());
    return properties;
  }

  private static void parse(String text, List<String> properties, List<String> parameters)
      throws IOException, ParserException {
    new CalendarParserImpl(true)
        .parse(
            new UnfoldingReader(new StringReader(text), true),
            new ContentHandler() {
              private String name = "";

              @Override
              public void startProperty(String propertyName) {
                name = propertyName.toUpperCase(Locale.ROOT);
              }

              @Override
              public void propertyValue(String value) {
                properties.add(name + "=" + value);
              }

              @Override
              public void parameter(String parameterName, String value) {
                parameters.add(parameterName + "=" + value);
              }

              @Override
              public void startCalendar() {}

              @Override
              public void endCalendar() {}

              @Override
              public void startComponent(String component) {}

              @Override
              public void endComponent(String component) {}

              @Override
              public void endProperty(String propertyName) {}
            });
  }

  private static byte[] bytesOf(String file) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(Ical4jTokenizerTest.class.getResourceAsStream("real/" + file))) {
      return in.readAllBytes();
    }
  }
}
