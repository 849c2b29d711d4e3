package org.kalends.indexer.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kalends.schemas.TimeRange;
import org.kalends.schemas.avro.CalendarTime;
import org.kalends.schemas.avro.Component;
import org.kalends.schemas.avro.Event;
import org.kalends.schemas.avro.EventDuration;
import org.kalends.schemas.avro.EventOverride;
import org.kalends.schemas.avro.RecurrenceDate;
import org.kalends.schemas.avro.TimeForm;

class SieveTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // starts on 2020-03-10
        "FREQ=YEARLY                              | 2026-03-01 | 2026-03-20 | false",
        "FREQ=YEARLY                              | 2026-04-01 | 2027-03-01 | true",
        "FREQ=YEARLY                              | 2026-04-01 | 2027-03-08 | true",
        "FREQ=YEARLY                              | 2026-04-01 | 2027-03-11 | false",
        "FREQ=YEARLY;BYMONTH=7                    | 2026-07-09 | 2026-07-11 | false",
        "FREQ=YEARLY;BYMONTH=7                    | 2026-05-01 | 2026-07-08 | true",
        "FREQ=YEARLY;BYMONTHDAY=24                | 2026-05-22 | 2026-05-25 | false",
        "FREQ=YEARLY;BYMONTHDAY=24                | 2026-05-14 | 2026-05-20 | true",
        "FREQ=YEARLY;BYDAY=20MO                   | 2026-05-14 | 2026-05-20 | false",
        "FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU        | 2026-10-24 | 2026-10-26 | false",
        "FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU        | 2026-10-13 | 2026-10-19 | true",
        "FREQ=MONTHLY                             | 2026-05-09 | 2026-05-11 | false",
        "FREQ=MONTHLY                             | 2026-05-14 | 2026-06-07 | true",
        "FREQ=MONTHLY;BYMONTHDAY=-1               | 2026-02-27 | 2026-02-28 | false",
        "FREQ=MONTHLY;BYMONTHDAY=-1               | 2026-05-03 | 2026-05-07 | true",
        "FREQ=MONTHLY;BYDAY=2TU                   | 2026-05-12 | 2026-05-13 | false",
        "FREQ=MONTHLY;BYDAY=2TU                   | 2026-05-18 | 2026-05-29 | true",
        "FREQ=MONTHLY;BYDAY=TU                    | 2026-05-18 | 2026-05-29 | false",
        "FREQ=WEEKLY                              | 2026-05-18 | 2026-05-19 | false",
        "FREQ=YEARLY;BYWEEKNO=1                   | 2026-05-18 | 2026-05-19 | false",
        "FREQ=YEARLY;BYYEARDAY=1                  | 2026-05-18 | 2026-05-19 | false",
        "RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=FORWARD| 2026-05-18 | 2026-05-19 | false"
      })
  void shouldHoldBackWindowsThatARuleCannotMeet(
      String rule, LocalDate from, LocalDate to, boolean heldBack) {
    assertThat(Sieve.of(series(master(rule, null))).cannotOccurIn(window(from, to)))
        .isEqualTo(heldBack);
  }

  @Test
  void shouldReckonWithLongOccurrences() {
    Event event = series(master("FREQ=YEARLY", new EventDuration(40, 0L)));

    assertThat(Sieve.of(event).cannotOccurIn(window("2026-04-15", "2026-04-16"))).isFalse();
    assertThat(Sieve.of(event).cannotOccurIn(window("2026-05-01", "2026-05-02"))).isTrue();
  }

  @Test
  void shouldReckonWithMovedInstances() {
    Component master = master("FREQ=YEARLY", null);
    EventOverride moved = new EventOverride(time("2026-03-10"), false, moved("2026-08-20"));
    Event event = new Event("u1", master, List.of(moved), List.of(), null);

    assertThat(Sieve.of(event).cannotOccurIn(window("2026-08-19", "2026-08-21"))).isFalse();
    assertThat(Sieve.of(event).cannotOccurIn(window("2026-09-19", "2026-09-21"))).isTrue();
  }

  @Test
  void shouldReckonWithFurtherDates() {
    Component master = master("FREQ=YEARLY", null);
    master.setRecurrenceDates(
        List.of(new RecurrenceDate(time("2026-06-20"), null, new EventDuration(2, 1L))));
    Event event = series(master);

    assertThat(Sieve.of(event).cannotOccurIn(window("2026-06-22", "2026-06-23"))).isFalse();
    assertThat(Sieve.of(event).cannotOccurIn(window("2026-07-01", "2026-07-05"))).isTrue();
  }

  @Test
  void shouldBeOpenForShiftedSeries() {
    EventOverride shift = new EventOverride(time("2026-03-10"), true, moved("2026-03-11"));
    Event event = new Event("u1", master("FREQ=YEARLY", null), List.of(shift), List.of(), null);

    assertThat(Sieve.of(event)).isEqualTo(Sieve.OPEN);
  }

  @Test
  void shouldBeOpenForOccurrencesOfAYear() {
    assertThat(Sieve.of(series(master("FREQ=YEARLY", new EventDuration(365, 0L)))).reachDays())
        .isEqualTo(365);
    assertThat(Sieve.of(series(master("FREQ=YEARLY", new EventDuration(366, 0L)))))
        .isEqualTo(Sieve.OPEN);
  }

  @Test
  void shouldBeOpenForWindowsOfAYear() {
    Sieve never = new Sieve(1 << 1, 1 << 30, 0);

    assertThat(never.cannotOccurIn(window("2026-01-01", "2027-01-01"))).isTrue();
    assertThat(never.cannotOccurIn(window("2026-01-01", "2027-01-02"))).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 1", "1, 31, 0x7fffffff", "31, 31, 0x40000000", "2, 4, 0xe"})
  void shouldMakeBitsOfARange(int from, int to, String bits) {
    assertThat(Sieve.bits(from, to)).isEqualTo(Integer.decode(bits));
  }

  @Test
  void shouldBeReadBackFromAnEntry() {
    Event event = series(master("FREQ=MONTHLY;BYMONTHDAY=31", new EventDuration(300, 0L)));
    byte[] entry = IndexEntry.encode(new org.kalends.schemas.CalendarId("team"), event);

    assertThat(Sieve.read(entry)).isEqualTo(Sieve.of(event));
    assertThat(Sieve.read(entry).reachDays()).isEqualTo(300);
  }

  private static Event series(Component master) {
    return new Event("u1", master, List.of(), List.of(), null);
  }

  private static Component master(String rule, @Nullable EventDuration duration) {
    return Component.newBuilder()
        .setStart(time("2020-03-10"))
        .setDuration(duration)
        .setRules(List.of(rule))
        .build();
  }

  private static Component moved(String to) {
    return Component.newBuilder().setStart(time(to)).build();
  }

  private static CalendarTime time(String date) {
    return new CalendarTime(
        TimeForm.UTC, LocalDateTime.parse(date + "T12:00").toEpochSecond(ZoneOffset.UTC), null);
  }

  private static TimeRange window(String from, String to) {
    return window(LocalDate.parse(from), LocalDate.parse(to));
  }

  private static TimeRange window(LocalDate from, LocalDate to) {
    return new TimeRange(
        from.atStartOfDay().toInstant(ZoneOffset.UTC), to.atStartOfDay().toInstant(ZoneOffset.UTC));
  }
}
