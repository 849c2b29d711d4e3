package org.kalends.indexer.recurrence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.kalends.indexer.rule.StepBudget;
import org.kalends.schemas.TimeRange;
import org.kalends.schemas.avro.CalendarTime;
import org.kalends.schemas.avro.Component;
import org.kalends.schemas.avro.Event;
import org.kalends.schemas.avro.EventDuration;
import org.kalends.schemas.avro.EventOverride;
import org.kalends.schemas.avro.TimeForm;
import org.kalends.schemas.event.InvalidEventException;

/** A daily series at 9:00 in Berlin from Monday 2026-01-05, an hour long, and its overrides. */
class OverridesTest {
  @Test
  void shouldReplaceAnInstance() throws InvalidEventException {
    assertThat(starts(single("2026-01-06T09:00", 0, "2026-01-06T14:00")))
        .containsExactly("05T08:00", "06T13:00", "07T08:00", "08T08:00");
  }

  @Test
  void shouldKeepTheOrderOfTimeBefore1970() throws InvalidEventException {
    Event event = event("FREQ=DAILY", single("1960-01-06T09:00", 0, "1960-01-06T14:00"));
    Objects.requireNonNull(event.getMaster()).setStart(berlin("1960-01-05T09:00"));
    TimeRange window =
        new TimeRange(Instant.parse("1960-01-05T00:00:00Z"), Instant.parse("1960-01-08T00:00:00Z"));

    assertThat(occurrences(event, window).stream().map(OverridesTest::start))
        .containsExactly("05T08:00", "06T13:00", "07T08:00");
  }

  @Test
  void shouldMoveAnInstanceIntoTheWindowAndOutOfIt() throws InvalidEventException {
    assertThat(
            starts(
                single("2026-01-06T09:00", 0, "2026-02-06T09:00"),
                single("2026-02-03T09:00", 0, "2026-01-07T12:00")))
        .containsExactly("05T08:00", "07T08:00", "07T11:00", "08T08:00");
  }

  @Test
  void shouldTakeADateForTheInstanceOfThatDay() throws InvalidEventException {
    EventOverride override =
        new EventOverride(date("2026-01-06"), false, component("2026-01-06T14:00", 0));

    List<Occurrence> found = occurrences(override);

    assertThat(found).extracting(OverridesTest::start).contains("06T13:00").hasSize(4);
    assertThat(found.get(1).recurrenceId())
        .isEqualTo(
            new CalendarTime(
                TimeForm.UTC, Instant.parse("2026-01-06T08:00:00Z").getEpochSecond(), null));
  }

  @Test
  void shouldTakeADateAndATimeForOneInstance() throws InvalidEventException {
    EventOverride byDate =
        new EventOverride(date("2026-01-06"), false, component("2026-01-06T14:00", 2));

    assertThat(starts(byDate, single("2026-01-06T09:00", 1, "2026-01-06T16:00")))
        .containsExactly("05T08:00", "06T13:00", "07T08:00", "08T08:00");
  }

  @Test
  void shouldKeepAnOverrideOfAnInstanceThatIsNotInTheSeries() throws InvalidEventException {
    EventOverride byDate =
        new EventOverride(date("2025-12-24"), false, component("2026-01-06T14:00", 0));

    assertThat(starts(byDate, single("2026-01-06T10:00", 0, "2026-01-06T11:00")))
        .containsExactly("05T08:00", "06T08:00", "06T10:00", "06T13:00", "07T08:00", "08T08:00");
  }

  @Test
  void shouldPreferTheHigherSequenceOfOneInstance() throws InvalidEventException {
    EventOverride newer = single("2026-01-06T09:00", 3, "2026-01-06T14:00");
    EventOverride older = single("2026-01-06T09:00", 2, "2026-01-06T16:00");

    assertThat(starts(newer, older)).isEqualTo(starts(older, newer)).contains("06T13:00");
  }

  @Test
  void shouldPreferTheLaterOfEqualSequences() throws InvalidEventException {
    assertThat(
            starts(
                single("2026-01-06T09:00", 1, "2026-01-06T14:00"),
                single("2026-01-06T09:00", 1, "2026-01-06T16:00")))
        .containsExactly("05T08:00", "06T15:00", "07T08:00", "08T08:00");
  }

  @Test
  void shouldMoveAnInstanceAndAllLaterOnes() throws InvalidEventException {
    assertThat(starts(future("2026-01-06T09:00", 0, "2026-01-06T14:00")))
        .containsExactly("05T08:00", "06T13:00", "07T13:00", "08T13:00");
  }

  @Test
  void shouldMoveAllLaterOnesFromADate() throws InvalidEventException {
    EventOverride override =
        new EventOverride(date("2026-01-06"), true, component("2026-01-06T14:00", 0));

    assertThat(starts(override)).containsExactly("05T08:00", "06T13:00", "07T13:00", "08T13:00");
  }

  @Test
  void shouldFollowTheLatestOfTwoCuts() throws InvalidEventException {
    assertThat(
            starts(
                future("2026-01-06T09:00", 0, "2026-01-06T14:00"),
                future("2026-01-08T09:00", 0, "2026-01-08T10:00")))
        .containsExactly("05T08:00", "06T13:00", "07T13:00", "08T09:00");
  }

  @Test
  void shouldPreferTheHigherSequenceOfTwoCutsAtOneInstance() throws InvalidEventException {
    EventOverride newer = future("2026-01-06T09:00", 3, "2026-01-06T14:00");
    EventOverride older = future("2026-01-06T09:00", 2, "2026-01-06T16:00");

    assertThat(starts(newer, older)).isEqualTo(starts(older, newer)).contains("07T13:00");
  }

  @Test
  void shouldPutASingleOverrideBeforeACut() throws InvalidEventException {
    assertThat(
            starts(
                future("2026-01-06T09:00", 0, "2026-01-06T14:00"),
                single("2026-01-07T09:00", 0, "2026-01-07T20:00")))
        .containsExactly("05T08:00", "06T13:00", "07T19:00", "08T13:00");
  }

  @Test
  void shouldSpanWhatOverridesMove() throws InvalidEventException {
    Event event =
        event(
            "FREQ=DAILY;COUNT=4",
            single("2026-01-06T09:00", 0, "2026-03-06T09:00"),
            single("2026-01-07T09:00", 0, "2025-11-07T09:00"));

    EventSpan span = EventExpansion.compile(event).span();

    assertThat(Instant.ofEpochMilli(span.startMillis()))
        .isBeforeOrEqualTo(Instant.parse("2025-11-07T08:00:00Z"));
    assertThat(Instant.ofEpochMilli(span.endMillis()))
        .isAfterOrEqualTo(Instant.parse("2026-03-06T09:00:00Z"));
  }

  private static EventOverride single(String id, int sequence, String start) {
    return new EventOverride(berlin(id), false, component(start, sequence));
  }

  private static EventOverride future(String id, int sequence, String start) {
    return new EventOverride(berlin(id), true, component(start, sequence));
  }

  private static Component component(String start, int sequence) {
    return Component.newBuilder()
        .setStart(berlin(start))
        .setDuration(new EventDuration(0, 3_600L))
        .setSequence(sequence)
        .build();
  }

  private static Event event(String rule, EventOverride... overrides) {
    Component master = component("2026-01-05T09:00", 0);
    master.setRules(List.of(rule));
    return Event.newBuilder()
        .setUid("daily")
        .setMaster(master)
        .setOverrides(List.of(overrides))
        .build();
  }

  private static CalendarTime berlin(String local) {
    return new CalendarTime(
        TimeForm.ZONED, LocalDateTime.parse(local).toEpochSecond(ZoneOffset.UTC), "Europe/Berlin");
  }

  private static CalendarTime date(String date) {
    return new CalendarTime(TimeForm.DATE, LocalDate.parse(date).toEpochDay() * 86_400, null);
  }

  /** Starts from the 5th to the 8th of January 2026, in UTC. */
  private static List<String> starts(EventOverride... overrides) throws InvalidEventException {
    return occurrences(overrides).stream().map(OverridesTest::start).toList();
  }

  private static String start(Occurrence occurrence) {
    return Instant.ofEpochMilli(occurrence.startMillis()).toString().substring(8, 16);
  }

  private static List<Occurrence> occurrences(EventOverride... overrides)
      throws InvalidEventException {
    TimeRange window =
        new TimeRange(Instant.parse("2026-01-05T00:00:00Z"), Instant.parse("2026-01-09T00:00:00Z"));
    return occurrences(event("FREQ=DAILY", overrides), window);
  }

  private static List<Occurrence> occurrences(Event event, TimeRange window)
      throws InvalidEventException {
    OccurrenceCursor cursor =
        EventExpansion.compile(event)
            .occurrences(window, ZoneOffset.UTC, new StepBudget(StepBudget.DEFAULT_STEPS));
    List<Occurrence> found = new ArrayList<>();
    for (Occurrence o = cursor.next(); o != null; o = cursor.next()) {
      found.add(o);
    }
    return found;
  }
}
