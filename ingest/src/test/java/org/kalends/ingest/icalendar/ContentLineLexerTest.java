package org.kalends.ingest.icalendar;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kalends.ingest.icalendar.ContentLine.Parameter;

final class ContentLineLexerTest {
  @Test
  void shouldKeepEverythingBehindTheColon() {
    ContentLine line = parse("summary:a;b:\"c\", d");

    assertThat(line.name()).isEqualTo("SUMMARY");
    assertThat(line.value()).isEqualTo("a;b:\"c\", d");
  }

  @Test
  void shouldReadListsOfQuotedValues() {
    ContentLine line =
        parse("ATTENDEE;MEMBER=\"mailto:a@x\",\"mailto:b@x\";X-R=\"a\\;:\":mailto:c@x");

    assertThat(line.parameters())
        .containsExactly(
            new Parameter("MEMBER", List.of("mailto:a@x", "mailto:b@x")),
            new Parameter("X-R", List.of("a\\;:")));
    assertThat(line.value()).isEqualTo("mailto:c@x");
  }

  @Test
  void shouldResolveCarets() {
    ContentLine line = parse("ATTENDEE;CN=\"one^ntwo ^'three^' ^^ ^x^\":mailto:a@x");

    assertThat(line.parameter("CN")).isEqualTo("one\ntwo \"three\" ^ ^x^");
  }

  @Test
  void shouldTakeAnEscapedSeparatorIntoAnUnquotedValue() {
    ContentLine line = parse("X-LOC;X-TITLE=Street 5\\; Town;X-B=2:geo:1,2");

    assertThat(line.parameter("X-TITLE")).isEqualTo("Street 5\\; Town");
    assertThat(line.parameter("X-B")).isEqualTo("2");
    assertThat(line.value()).isEqualTo("geo:1,2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"DTSTART;:1", "DTSTART;;:1", "DTSTART;TZID=:1", "DTSTART;TZID:1"})
  void shouldPassOverEmptyParameters(String text) {
    ContentLine line = parse(text);

    assertThat(line.parameter("TZID")).isNull();
    assertThat(line.value()).isEqualTo("1");
  }

  @Test
  void shouldReadAnOpenQuoteUpToTheColon() {
    assertThat(parse("ATTENDEE;CN=\"Ann:mailto:a@x").parameter("CN")).isEqualTo("\"Ann");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "place that is not", ":x", "SUMMARY", "SUMMARY;CN=x", "Grüße:x"})
  void shouldTellThatALineIsNoContentLine(String text) {
    assertThat(ContentLineLexer.parse(text, 1)).isNull();
  }

  private static ContentLine parse(String text) {
    return Objects.requireNonNull(ContentLineLexer.parse(text, 1));
  }
}
