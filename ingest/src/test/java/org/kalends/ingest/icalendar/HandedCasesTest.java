package org.kalends.ingest.icalendar;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Texts from reports about other readers: each is read whole, or refused where it must be. */
final class HandedCasesTest {
  private static final List<String> FILES =
      List.of("cases-engine.jsonl", "cases-reports.jsonl", "cases-reports-more.jsonl");

  record HandedCase(String id, String title, String base64, boolean mustFail) {
    byte[] text() {
      return Base64.getDecoder().decode(base64);
    }

    @Override
    public String toString() {
      return id + " " + title;
    }
  }

  static Stream<HandedCase> readable() throws IOException {
    return cases().stream().filter(handed -> !handed.mustFail());
  }

  static Stream<HandedCase> faulty() throws IOException {
    return cases().stream().filter(HandedCase::mustFail);
  }

  @ParameterizedTest
  @MethodSource("readable")
  void shouldRefuseNothing(HandedCase handed) throws Exception {
    Reading reading = Reading.of(handed.text());

    assertThat(reading.refused()).isEmpty();
    assertThat(reading.events()).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("readable")
  void shouldReadItsOwnTextAsTheSameEvents(HandedCase handed) throws Exception {
    for (var event : Reading.of(handed.text()).events()) {
      Reading again = Reading.of(event.getText());

      assertThat(again.event()).isEqualTo(event);
    }
  }

  @ParameterizedTest
  @MethodSource("faulty")
  void shouldRefuseWithALine(HandedCase handed) {
    CalendarFault fault;
    try {
      fault = Reading.of(handed.text()).fault();
    } catch (CalendarFaultException whole) {
      fault = whole.fault();
    }

    assertThat(fault.line()).isPositive();
    assertThat(fault.rule()).isNotBlank();
  }

  private static List<HandedCase> cases() throws IOException {
    List<HandedCase> cases = new ArrayList<>();
    for (String file : FILES) {
      InputStream in =
          Objects.requireNonNull(HandedCasesTest.class.getResourceAsStream("cases/" + file));
      try (BufferedReader lines =
          new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          cases.add(parse(line));
        }
      }
    }
    return cases;
  }

  private static HandedCase parse(String line) throws IOException {
    Map<String, String> members = new HashMap<>();
    boolean mustFail = line.contains("RSCALE=CHINESE");
    try (JsonParser json = new JsonFactory().createParser(line)) {
      json.nextToken();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        mustFail |= name.equals("expectError");
        if (json.nextToken() == JsonToken.VALUE_STRING) {
          members.put(name, json.getText());
        } else {
          json.skipChildren();
        }
      }
    }
    String text = members.get("ics");
    String base64 =
        text == null
            ? members.getOrDefault("ics_base64", "")
            : Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    return new HandedCase(
        members.getOrDefault("id", ""), members.getOrDefault("title", ""), base64, mustFail);
  }
}
