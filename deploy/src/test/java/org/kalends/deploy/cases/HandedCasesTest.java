package org.kalends.deploy.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kalends.deploy.cases.OccurrenceCase.Expected;
import org.kalends.indexer.recurrence.EventExpansion;
import org.kalends.indexer.recurrence.Occurrence;
import org.kalends.indexer.recurrence.OccurrenceCursor;
import org.kalends.indexer.rule.StepBudget;
import org.kalends.ingest.icalendar.CalendarFaultException;
import org.kalends.ingest.icalendar.ICalendarReader;
import org.kalends.ingest.icalendar.ReadItem;
import org.kalends.schemas.avro.CalendarTime;
import org.kalends.schemas.avro.Event;
import org.kalends.schemas.event.InvalidEventException;

/**
 * Every handed case through reader and engine. The ids in {@code cases/not-yet.txt} are those whose
 * answer is known to be wrong today: the list and the failures must be the same, so that neither a
 * new failure nor a mended case goes unnoticed.
 */
class HandedCasesTest {
  private static final Comparator<Expected> ORDER =
      Comparator.comparing(Expected::start)
          .thenComparing(Expected::end)
          .thenComparing(Expected::uid);

  @ParameterizedTest
  @ValueSource(strings = {"cases-engine.jsonl", "cases-reports.jsonl", "cases-reports-more.jsonl"})
  void shouldAnswerEveryCase(String file) throws IOException {
    List<OccurrenceCase> cases = OccurrenceCase.of(file);
    Set<String> ids = cases.stream().map(OccurrenceCase::id).collect(Collectors.toSet());
    Set<String> known =
        Files.readAllLines(Path.of("src/test/resources/cases/not-yet.txt")).stream()
            .map(line -> line.split(" ", 2)[0])
            .filter(ids::contains)
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> failed = new TreeSet<>();
    StringBuilder why = new StringBuilder();
    for (OccurrenceCase each : cases) {
      String fault = faultOf(each);
      if (!fault.isEmpty()) {
        failed.add(each.id());
        why.append('\n').append(each).append("\n    ").append(fault);
      }
    }

    assertThat(failed).as("cases of %s without a right answer:%s", file, why).isEqualTo(known);
  }

  /** Empty when the case is answered. */
  private static String faultOf(OccurrenceCase each) {
    List<Event> events = new ArrayList<>();
    List<String> refusals = new ArrayList<>();
    try {
      new ICalendarReader()
          .read(
              new ByteArrayInputStream(each.text().array()),
              item -> {
                switch (item) {
                  case ReadItem.Accepted accepted -> events.add(accepted.event());
                  case ReadItem.Refused refused -> refusals.add(refused.fault().detail());
                }
              });
    } catch (CalendarFaultException e) {
      refusals.add(e.fault().detail());
    } catch (IOException | RuntimeException e) {
      return "reading failed: " + e;
    }
    List<Expected> found = new ArrayList<>();
    for (Event event : events) {
      try {
        found.addAll(occurrences(event, each));
      } catch (InvalidEventException e) {
        refusals.add(e.getMessage());
      } catch (RuntimeException e) {
        return "expansion failed: " + e;
      }
    }
    if (each.refused()) {
      return refusals.isEmpty() ? "accepted" : "";
    }
    boolean right =
        each.answers().stream().anyMatch(answer -> same(answer, found)) || each.doubted();
    return right ? "" : "found " + found + " refused " + refusals + " expected " + each.answers();
  }

  private static List<Expected> occurrences(Event event, OccurrenceCase each)
      throws InvalidEventException {
    OccurrenceCursor cursor =
        EventExpansion.compile(event)
            .occurrences(each.window(), each.zone(), new StepBudget(StepBudget.DEFAULT_STEPS));
    List<Expected> found = new ArrayList<>();
    for (Occurrence o = cursor.next(); o != null; o = cursor.next()) {
      CalendarTime id = o.recurrenceId();
      found.add(
          new Expected(
              written(o.start()), written(o.end()), event.getUid(), id == null ? "" : written(id)));
    }
    return found;
  }

  private static boolean same(List<Expected> answer, List<Expected> found) {
    if (answer.size() != found.size()) {
      return false;
    }
    List<Expected> wanted = answer.stream().sorted(ORDER).toList();
    List<Expected> got = found.stream().sorted(ORDER).toList();
    for (int i = 0; i < wanted.size(); i++) {
      Expected w = wanted.get(i);
      Expected g = got.get(i);
      boolean uid = w.uid().isEmpty() || w.uid().equals(g.uid());
      boolean id = w.recurrenceId().isEmpty() || w.recurrenceId().equals(g.recurrenceId());
      if (!w.start().equals(g.start()) || !w.end().equals(g.end()) || !uid || !id) {
        return false;
      }
    }
    return true;
  }

  private static String written(CalendarTime time) {
    return switch (time.getForm()) {
      case DATE -> LocalDate.ofEpochDay(Math.floorDiv(time.getLocal(), 86_400)).toString();
      case UTC, ZONED -> Instant.ofEpochSecond(time.getLocal()).toString();
      case FLOATING ->
          LocalDateTime.ofEpochSecond(time.getLocal(), 0, ZoneOffset.UTC)
              .toString()
              .concat(seconds(time));
    };
  }

  /** LocalDateTime leaves out seconds that are zero. */
  private static String seconds(CalendarTime time) {
    return time.getLocal() % 60 == 0 ? ":00" : "";
  }
}
