package org.kalends.deploy.cases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.kalends.schemas.TimeRange;

/**
 * One line of a case file.
 *
 * @param answers the acceptable ones; empty when the text must be refused
 * @param doubted whether readers differ on it and it names no other acceptable answer
 */
record OccurrenceCase(
    String id,
    String title,
    ByteBuffer text,
    TimeRange window,
    ZoneId zone,
    List<List<Expected>> answers,
    boolean refused,
    boolean doubted) {

  /** An occurrence as a case gives it; empty uid or recurrenceId: not told. */
  record Expected(String start, String end, String uid, String recurrenceId) {}

  @Override
  public String toString() {
    return id + " " + title;
  }

  static List<OccurrenceCase> of(String fileName) {
    ObjectMapper json = new ObjectMapper();
    List<OccurrenceCase> cases = new ArrayList<>();
    try {
      for (String line : Files.readAllLines(Path.of("src/test/resources/cases", fileName))) {
        JsonNode node = json.readTree(line);
        if (!node.has("calendars")) {
          cases.add(of(node));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return cases;
  }

  private static OccurrenceCase of(JsonNode node) {
    byte[] text =
        node.hasNonNull("ics_base64")
            ? Base64.getDecoder().decode(node.get("ics_base64").asText())
            : node.get("ics").asText().getBytes(StandardCharsets.UTF_8);
    boolean refused = node.hasNonNull("expectError");
    List<List<Expected>> answers = new ArrayList<>();
    if (!refused) {
      answers.add(occurrences(node.path("expected")));
      node.path("accept_also").forEach(other -> answers.add(occurrences(other)));
    }
    JsonNode query = node.get("query");
    return new OccurrenceCase(
        node.get("id").asText(),
        node.get("title").asText(),
        ByteBuffer.wrap(text),
        query == null
            ? TimeRange.ofMillis(0, 1)
            : new TimeRange(
                Instant.parse(query.get("from").asText()), Instant.parse(query.get("to").asText())),
        ZoneId.of(query == null ? "UTC" : query.path("zone").asText("UTC")),
        answers,
        refused,
        node.hasNonNull("doubt") && answers.size() < 2);
  }

  private static List<Expected> occurrences(JsonNode list) {
    List<Expected> occurrences = new ArrayList<>();
    list.forEach(
        o ->
            occurrences.add(
                new Expected(
                    o.get("start").asText(),
                    o.get("end").asText(),
                    o.path("uid").asText(""),
                    o.path("recurrenceId").asText(""))));
    return occurrences;
  }
}
