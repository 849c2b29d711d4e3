package org.kalends.indexer.recurrence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kalends.indexer.rule.StepBudget;
import org.kalends.schemas.TimeRange;
import org.kalends.schemas.avro.CalendarTime;
import org.kalends.schemas.avro.Component;
import org.kalends.schemas.avro.Event;
import org.kalends.schemas.avro.TimeForm;
import org.kalends.schemas.event.InvalidEventException;

/** All-day series. */
class DatesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "FREQ=DAILY;COUNT=3",
        "FREQ=DAILY;COUNT=3;BYHOUR=9,15;BYMINUTE=30;BYSECOND=1",
        "FREQ=DAILY;UNTIL=20260112",
        "FREQ=DAILY;UNTIL=20260112T000000Z",
        "FREQ=DAILY;UNTIL=20260112T235959"
      })
  void shouldIgnoreTimesOfDay(String rule) throws InvalidEventException {
    assertThat(dates("2026-01-10", rule, "UTC"))
        .containsExactly("2026-01-10", "2026-01-11", "2026-01-12");
  }

  @Test
  void shouldCountADayOnceThatTwoMonthsHave() throws InvalidEventException {
    assertThat(
            dates(
                "2026-01-31",
                "RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=31,1;SKIP=FORWARD;COUNT=6",
                "UTC"))
        .containsExactly(
            "2026-01-31", "2026-02-01", "2026-03-01", "2026-03-31", "2026-04-01", "2026-05-01");
  }

  @Test
  void shouldGiveWhatSkipMovesBehindTheLastPeriodOfTheInterval() throws InvalidEventException {
    assertThat(
            dates(
                "2026-01-31",
                "RSCALE=GREGORIAN;FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=31;SKIP=FORWARD;COUNT=4",
                "UTC"))
        .containsExactly("2026-01-31", "2026-05-01", "2026-07-31", "2026-10-31");
  }

  @Test
  void shouldNotCountAnExcludedStartThatTheRuleDoesNotMeet() throws InvalidEventException {
    Event anchored = event("2026-10-31", "FREQ=YEARLY;COUNT=1;BYMONTH=11;BYDAY=4SU");
    Component master = Objects.requireNonNull(anchored.getMaster());
    master.setExceptionDates(List.of(master.getStart()));

    assertThat(dates(anchored, "UTC")).containsExactly("2026-11-22");
  }

  @Test
  void shouldCountAnExcludedStartThatTheRuleMeets() throws InvalidEventException {
    Event series = event("2026-10-31", "FREQ=DAILY;COUNT=2");
    Component master = Objects.requireNonNull(series.getMaster());
    master.setExceptionDates(List.of(master.getStart()));

    assertThat(dates(series, "UTC")).containsExactly("2026-11-01");
  }

  @Test
  void shouldCountAStartThatTheRuleDoesNotMeet() throws InvalidEventException {
    assertThat(dates("2026-10-31", "FREQ=YEARLY;COUNT=2;BYMONTH=11;BYDAY=4SU", "UTC"))
        .containsExactly("2026-10-31", "2026-11-22");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-18:00", "-12:00", "UTC", "Pacific/Kiritimati", "+18:00"})
  void shouldSpanTheDayOfEveryAsker(String zone) throws InvalidEventException {
    Event event = event("2026-01-10", "FREQ=DAILY;COUNT=1");
    EventSpan span = EventExpansion.compile(event).span();
    Instant from = LocalDate.parse("2026-01-10").atStartOfDay(ZoneId.of(zone)).toInstant();

    assertThat(span.startMillis()).isLessThanOrEqualTo(from.toEpochMilli());
    assertThat(span.endMillis()).isGreaterThanOrEqualTo(from.plusSeconds(86_400).toEpochMilli());
  }

  private static List<String> dates(String start, String rule, String zone)
      throws InvalidEventException {
    return dates(event(start, rule), zone);
  }

  private static List<String> dates(Event event, String zone) throws InvalidEventException {
    TimeRange window =
        new TimeRange(Instant.parse("2026-01-01T00:00:00Z"), Instant.parse("2027-01-01T00:00:00Z"));
    OccurrenceCursor cursor =
        EventExpansion.compile(event)
            .occurrences(window, ZoneId.of(zone), new StepBudget(StepBudget.DEFAULT_STEPS));
    List<String> dates = new ArrayList<>();
    for (Occurrence o = cursor.next(); o != null; o = cursor.next()) {
      dates.add(LocalDate.ofEpochDay(o.start().getLocal() / 86_400).toString());
    }
    return dates;
  }

  private static Event event(String start, String rule) {
    Component master =
        Component.newBuilder()
            .setStart(
                new CalendarTime(TimeForm.DATE, LocalDate.parse(start).toEpochDay() * 86_400, null))
            .setRules(List.of(rule))
            .build();
    return Event.newBuilder().setUid("dates").setMaster(master).build();
  }
}
