package org.kalends.indexer.recurrence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.kalends.indexer.index.IndexEntry;
import org.kalends.indexer.rule.StepBudget;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.TimeRange;
import org.kalends.schemas.avro.CalendarTime;
import org.kalends.schemas.avro.Component;
import org.kalends.schemas.avro.Event;
import org.kalends.schemas.avro.TimeForm;
import org.kalends.schemas.event.InvalidEventException;

/** 29 March 2026 in Berlin: 02:00 to 03:00 does not exist. */
class GapTest {
  private static final TimeRange DAY =
      new TimeRange(Instant.parse("2026-03-29T00:00:00Z"), Instant.parse("2026-03-30T00:00:00Z"));

  @Test
  void shouldGiveNoLengthToAnEventWhoseShiftedStartOvertakesItsEnd() throws InvalidEventException {
    Event event = event("2026-03-29T02:30", "2026-03-29T03:10");
    IndexEntry entry = IndexEntry.read(IndexEntry.encode(new CalendarId("team"), event));

    String byEngine =
        only(EventExpansion.compile(event).occurrences(DAY, ZoneId.of("UTC"), budget()));

    assertThat(byEngine).isEqualTo("2026-03-29T01:30:00Z/2026-03-29T01:30:00Z");
    assertThat(only(entry.occurrences(DAY, ZoneId.of("UTC"), budget()))).isEqualTo(byEngine);
  }

  @Test
  void shouldStillRefuseAnEndBeforeTheStart() {
    assertThatThrownBy(() -> EventExpansion.compile(event("2026-03-29T03:30", "2026-03-29T03:10")))
        .isInstanceOf(InvalidEventException.class);
  }

  @Test
  void shouldSpanAnInstanceThatAGapShiftsBehindUntil() throws InvalidEventException {
    Event event = event("2026-03-20T02:30", "2026-03-20T02:31");
    master(event).setRules(List.of("FREQ=DAILY;UNTIL=20260329T030000"));

    long end = EventExpansion.compile(event).span().endMillis();

    assertThat(only(EventExpansion.compile(event).occurrences(DAY, ZoneId.of("UTC"), budget())))
        .isEqualTo("2026-03-29T01:30:00Z/2026-03-29T01:31:00Z");
    assertThat(Instant.ofEpochMilli(end)).isAfterOrEqualTo(Instant.parse("2026-03-29T01:31:00Z"));
  }

  @Test
  void shouldExceptEachMinuteOfAGapOnce() throws InvalidEventException {
    Event event = event("2026-03-29T01:30", "2026-03-29T01:31");
    master(event).setRules(List.of("FREQ=MINUTELY;COUNT=200"));
    master(event).setExceptionRules(List.of("FREQ=MINUTELY;COUNT=199"));

    assertThat(only(EventExpansion.compile(event).occurrences(DAY, ZoneId.of("UTC"), budget())))
        .isEqualTo("2026-03-29T02:49:00Z/2026-03-29T02:50:00Z");
  }

  private static Component master(Event event) {
    return Objects.requireNonNull(event.getMaster());
  }

  private static String only(OccurrenceCursor cursor) {
    StringBuilder found = new StringBuilder();
    for (Occurrence o = cursor.next(); o != null; o = cursor.next()) {
      found
          .append(Instant.ofEpochMilli(o.startMillis()))
          .append('/')
          .append(Instant.ofEpochSecond(o.end().getLocal()));
    }
    return found.toString();
  }

  private static StepBudget budget() {
    return new StepBudget(StepBudget.DEFAULT_STEPS);
  }

  private static Event event(String start, String end) {
    Component master = Component.newBuilder().setStart(berlin(start)).setEnd(berlin(end)).build();
    return Event.newBuilder().setUid("gap").setMaster(master).build();
  }

  private static CalendarTime berlin(String local) {
    return new CalendarTime(
        TimeForm.ZONED, LocalDateTime.parse(local).toEpochSecond(ZoneOffset.UTC), "Europe/Berlin");
  }
}
