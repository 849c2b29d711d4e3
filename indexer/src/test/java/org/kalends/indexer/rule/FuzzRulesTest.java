package org.kalends.indexer.rule;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.kalends.indexer.recurrence.EventExpansion;
import org.kalends.indexer.recurrence.Occurrence;
import org.kalends.indexer.recurrence.OccurrenceCursor;
import org.kalends.schemas.TimeRange;
import org.kalends.schemas.avro.CalendarTime;
import org.kalends.schemas.avro.Component;
import org.kalends.schemas.avro.Event;
import org.kalends.schemas.avro.EventDuration;
import org.kalends.schemas.avro.TimeForm;
import org.kalends.schemas.event.InvalidEventException;
import org.kalends.schemas.event.RecurrenceRule;

/**
 * Random rules on which two independent expanders agree; and those where one applies BYSETPOS to a
 * part of a week only.
 */
class FuzzRulesTest {
  private static final DateTimeFormatter BASIC =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss", Locale.ROOT);

  @Test
  void shouldAgreeWithTwoOtherExpanders() throws Exception {
    assertThat(wrong("fuzz-rules.jsonl", "expected", BASIC, FuzzRulesTest::starts)).isEmpty();
  }

  @Test
  void shouldApplyPositionsToTheWholeOfAPartialWeek() throws Exception {
    assertThat(
            wrong(
                "fuzz-rules-disagree.jsonl",
                "naive",
                DateTimeFormatter.ISO_LOCAL_DATE_TIME,
                FuzzRulesTest::ruleAlone))
        .isEmpty();
  }

  /** A way to expand. */
  private interface Expander {
    List<Long> starts(String rule, long dtstart, long from, long to) throws InvalidEventException;
  }

  private static List<String> wrong(
      String file, String answer, DateTimeFormatter format, Expander expander)
      throws IOException, InvalidEventException {
    ObjectMapper json = new ObjectMapper();
    List<String> wrong = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of("src/test/resources/rules", file))) {
      JsonNode rule = json.readTree(line);
      List<Long> expected = new ArrayList<>();
      rule.get(answer).forEach(start -> expected.add(seconds(start.asText(), format)));
      List<Long> found =
          expander.starts(
              rule.get("rrule").asText(),
              seconds(rule.get("dtstart").asText(), BASIC),
              seconds(rule.get("from").asText(), BASIC),
              seconds(rule.get("to").asText(), BASIC));
      if (!found.equals(expected)) {
        wrong.add(
            rule.get("id").asText()
                + " "
                + rule.get("rrule").asText()
                + " found "
                + found.size()
                + " of "
                + expected.size());
      }
    }
    return wrong;
  }

  private static List<Long> starts(String rule, long dtstart, long from, long to)
      throws InvalidEventException {
    Component master =
        Component.newBuilder()
            .setStart(new CalendarTime(TimeForm.FLOATING, dtstart, null))
            .setDuration(new EventDuration(0, 60L))
            .setRules(List.of(rule))
            .build();
    EventExpansion expansion =
        EventExpansion.compile(Event.newBuilder().setUid("fuzz").setMaster(master).build());
    OccurrenceCursor cursor =
        expansion.occurrences(
            TimeRange.ofMillis(from * 1000, to * 1000),
            ZoneOffset.UTC,
            new StepBudget(StepBudget.DEFAULT_STEPS));
    List<Long> starts = new ArrayList<>();
    for (Occurrence o = cursor.next(); o != null; o = cursor.next()) {
      if (o.startMillis() >= from * 1000) {
        starts.add(o.start().getLocal());
      }
    }
    return starts;
  }

  /** The rule's own set: these starts are not all in it, and an event has its start in any case. */
  private static List<Long> ruleAlone(String text, long dtstart, long from, long to)
      throws InvalidEventException {
    RecurrenceRule rule = RecurrenceRule.parse(text);
    StepBudget budget = new StepBudget(StepBudget.DEFAULT_STEPS);
    RuleSequence.Walk walk = new RuleSequence(rule, dtstart).between(dtstart, to);
    List<Long> starts = new ArrayList<>();
    int left = rule.count() == 0 ? Integer.MAX_VALUE : rule.count();
    for (long next = walk.next(budget); next < to && left > 0; next = walk.next(budget)) {
      if (next >= from) {
        starts.add(next);
      }
      left--;
    }
    return starts;
  }

  private static long seconds(String text, DateTimeFormatter format) {
    return LocalDateTime.parse(text, format).toEpochSecond(ZoneOffset.UTC);
  }
}
