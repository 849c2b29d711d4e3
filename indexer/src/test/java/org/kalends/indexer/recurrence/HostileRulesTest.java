package org.kalends.indexer.recurrence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kalends.indexer.rule.StepBudget;
import org.kalends.schemas.TimeRange;
import org.kalends.schemas.avro.CalendarTime;
import org.kalends.schemas.avro.Component;
import org.kalends.schemas.avro.Event;
import org.kalends.schemas.avro.TimeForm;
import org.kalends.schemas.event.InvalidEventException;

/** Rules that never match, or match too seldom, cost their own event little and others nothing. */
@Timeout(60)
class HostileRulesTest {
  private static final String START = "2026-01-10T12:00:00Z";
  private static final int STEPS = 10_000;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;COUNT=5",
        "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;UNTIL=20500101T000000Z",
        "FREQ=WEEKLY;BYDAY=SA;BYSETPOS=2",
        "FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=31",
        "FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30"
      })
  void shouldAnswerTheStartAloneOfARuleThatNeverMatches(String rule) throws InvalidEventException {
    Event event = event(master(rule));

    assertThat(starts(event, "2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z"))
        .containsExactly(START);
    assertThat(starts(event, "2030-01-01T00:00:00Z", "2031-01-01T00:00:00Z")).isEmpty();
  }

  @Test
  void shouldStopAtTheEndOfTheWindow() throws InvalidEventException {
    Event event = event(master("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29"));

    assertThat(starts(event, "2028-01-01T00:00:00Z", "2029-01-01T00:00:00Z"))
        .containsExactly("2028-02-29T12:00:00Z");
    assertThat(starts(event, "2029-01-01T00:00:00Z", "2030-01-01T00:00:00Z")).isEmpty();
  }

  @Test
  void shouldTakeAnExceptionRuleThatNeverMatches() throws InvalidEventException {
    Component master = master("FREQ=DAILY;COUNT=3");
    master.setExceptionRules(List.of("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30"));

    assertThat(starts(event(master), "2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z")).hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;COUNT=5",
        "FREQ=WEEKLY;BYDAY=SA;BYSETPOS=2",
        "FREQ=MINUTELY;INTERVAL=7;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=SECONDLY;INTERVAL=2;BYSECOND=1",
        "FREQ=SECONDLY;INTERVAL=3600;BYMINUTE=1",
        "FREQ=SECONDLY;BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12;BYSETPOS=2",
        "FREQ=HOURLY;INTERVAL=24;BYHOUR=13"
      })
  void shouldGiveUpOnARuleThatAWholeCycleOfTheCalendarDoesNotMeet(String rule)
      throws InvalidEventException {
    assertThat(
            starts(
                event(master(rule)),
                "2026-01-01T00:00:00Z",
                "9999-12-31T00:00:00Z",
                StepBudget.DEFAULT_STEPS))
        .containsExactly(START);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "FREQ=SECONDLY;INTERVAL=7;BYMINUTE=30;BYSECOND=15,60",
        "FREQ=MINUTELY;INTERVAL=11;BYHOUR=3;BYMINUTE=5",
        "FREQ=HOURLY;INTERVAL=25;BYHOUR=12;BYMONTHDAY=14"
      })
  void shouldFindWhatAnIntervalMeetsSeldom(String rule) throws InvalidEventException {
    assertThat(starts(event(master(rule)), "2026-01-01T00:00:00Z", "2028-01-01T00:00:00Z", 100_000))
        .hasSizeGreaterThan(1);
  }

  private static Component master(String rule) {
    return Component.newBuilder()
        .setStart(new CalendarTime(TimeForm.UTC, Instant.parse(START).getEpochSecond(), null))
        .setRules(List.of(rule))
        .build();
  }

  private static Event event(Component master) {
    return Event.newBuilder().setUid("hostile").setMaster(master).build();
  }

  private static List<String> starts(Event event, String from, String to)
      throws InvalidEventException {
    return starts(event, from, to, STEPS);
  }

  private static List<String> starts(Event event, String from, String to, long steps)
      throws InvalidEventException {
    TimeRange window = new TimeRange(Instant.parse(from), Instant.parse(to));
    OccurrenceCursor cursor =
        EventExpansion.compile(event).occurrences(window, ZoneId.of("UTC"), new StepBudget(steps));
    List<String> starts = new ArrayList<>();
    for (Occurrence o = cursor.next(); o != null; o = cursor.next()) {
      starts.add(Instant.ofEpochMilli(o.startMillis()).toString());
    }
    return starts;
  }
}
