package org.kalends.schemas.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DayOfWeek;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kalends.schemas.event.RecurrenceRule.Frequency;
import org.kalends.schemas.event.RecurrenceRule.Skip;
import org.kalends.schemas.event.RecurrenceRule.Until;
import org.kalends.schemas.event.RecurrenceRule.UntilForm;
import org.kalends.schemas.event.RecurrenceRule.WeekdayNumber;

class RecurrenceRuleTest {
  @Test
  void shouldReadEachPart() throws InvalidEventException {
    assertThat(
            RecurrenceRule.parse(
                "RSCALE=GREGORIAN;FREQ=YEARLY;INTERVAL=2;COUNT=5;BYSECOND=0,60;BYMINUTE=30;BYHOUR=9,17;"
                    + "BYDAY=MO,-1FR;BYMONTHDAY=1,-1;BYYEARDAY=-366;BYMONTH=2;BYSETPOS=-2;WKST=SU;SKIP=FORWARD"))
        .isEqualTo(
            new RecurrenceRule(
                Frequency.YEARLY,
                2,
                5,
                null,
                List.of(0, 60),
                List.of(30),
                List.of(9, 17),
                List.of(
                    new WeekdayNumber(0, DayOfWeek.MONDAY),
                    new WeekdayNumber(-1, DayOfWeek.FRIDAY)),
                List.of(1, -1),
                List.of(-366),
                List.of(),
                List.of(2),
                List.of(-2),
                DayOfWeek.SUNDAY,
                Skip.FORWARD));
  }

  @Test
  void shouldHaveTheDefaultsOfTheRfc() throws InvalidEventException {
    RecurrenceRule rule = RecurrenceRule.parse("FREQ=WEEKLY");

    assertThat(rule.interval()).isEqualTo(1);
    assertThat(rule.weekStart()).isEqualTo(DayOfWeek.MONDAY);
    assertThat(rule.skip()).isEqualTo(Skip.OMIT);
    assertThat(rule.isEndless()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "20261231, DATE, 2026-12-31T00:00:00",
    "20261231T120000, LOCAL, 2026-12-31T12:00:00",
    "20261231T120000Z, UTC, 2026-12-31T12:00:00",
    "20261231T235960Z, UTC, 2026-12-31T23:59:59"
  })
  void shouldReadEachFormOfUntil(String written, UntilForm form, LocalDateTime time)
      throws InvalidEventException {
    RecurrenceRule rule = RecurrenceRule.parse("FREQ=DAILY;UNTIL=" + written);

    assertThat(rule.until()).isEqualTo(new Until(form, time));
    assertThat(rule.isEndless()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"freq=weekly;byday=mo", " FREQ = WEEKLY ; BYDAY = MO ;", "BYDAY=MO;FREQ=WEEKLY"})
  void shouldTakeAnyCaseSpaceAndOrder(String written) throws InvalidEventException {
    assertThat(RecurrenceRule.parse(written)).hasToString("FREQ=WEEKLY;BYDAY=MO");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "FREQ=DAILY",
        "FREQ=DAILY;INTERVAL=3;COUNT=10",
        "FREQ=DAILY;UNTIL=20261231",
        "FREQ=DAILY;UNTIL=20261231T120000",
        "FREQ=DAILY;UNTIL=20261231T120000Z",
        "FREQ=MONTHLY;BYDAY=1MO,-1FR;BYSETPOS=1,-1;WKST=SU",
        "FREQ=YEARLY;BYDAY=MO;BYWEEKNO=1,-1;BYMONTH=1",
        "FREQ=SECONDLY;BYSECOND=0;BYMINUTE=1;BYHOUR=2;BYMONTHDAY=3;BYYEARDAY=-1",
        "RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=31;SKIP=BACKWARD"
      })
  void shouldWriteWhatItRead(String written) throws InvalidEventException {
    assertThat(RecurrenceRule.parse(written)).hasToString(written);
    assertThat(RecurrenceRule.parse(RecurrenceRule.parse(written).toString()))
        .isEqualTo(RecurrenceRule.parse(written));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | no FREQ",
        "INTERVAL=1 | no FREQ",
        "FREQ=FORTNIGHTLY | FREQ=FORTNIGHTLY",
        "FREQ=DAILY;FREQ=DAILY | part twice; part=FREQ",
        "FREQ=DAILY;COUNT | part=COUNT",
        "FREQ=DAILY;BYEASTER=1 | part=BYEASTER",
        "FREQ=DAILY;INTERVAL=0 | INTERVAL=0",
        "FREQ=DAILY;INTERVAL=-1 | INTERVAL=-1",
        "FREQ=DAILY;COUNT=0 | COUNT=0",
        "FREQ=DAILY;COUNT=many | COUNT=many",
        "FREQ=DAILY;COUNT=5;UNTIL=20261231 | both COUNT and UNTIL",
        "FREQ=DAILY;UNTIL=tomorrow | UNTIL=tomorrow",
        "FREQ=DAILY;UNTIL=20260230 | a day that does not exist",
        "FREQ=DAILY;UNTIL=20260631T000000Z | a day that does not exist",
        "FREQ=DAILY;UNTIL=20260630T250000Z | UNTIL=20260630T250000Z",
        "FREQ=DAILY;BYSECOND=61 | BYSECOND=61",
        "FREQ=DAILY;BYMINUTE=60 | BYMINUTE=60",
        "FREQ=DAILY;BYHOUR=24 | BYHOUR=24",
        "FREQ=DAILY;BYHOUR=-1 | BYHOUR=-1",
        "FREQ=DAILY;BYMONTH=13 | BYMONTH=13",
        "FREQ=DAILY;BYMONTH=0 | BYMONTH=0",
        "FREQ=DAILY;BYMONTHDAY=0 | BYMONTHDAY=0",
        "FREQ=DAILY;BYMONTHDAY=-32 | BYMONTHDAY=-32",
        "FREQ=DAILY;BYMONTH=1,,2 | no number",
        "FREQ=YEARLY;BYYEARDAY=367 | BYYEARDAY=367",
        "FREQ=YEARLY;BYWEEKNO=54 | BYWEEKNO=54",
        "FREQ=WEEKLY;BYDAY=XX | BYDAY=XX",
        "FREQ=MONTHLY;BYDAY=0MO | BYDAY=0MO",
        "FREQ=MONTHLY;BYDAY=54MO | BYDAY=54MO",
        "FREQ=WEEKLY;BYDAY=1MO | needs MONTHLY or YEARLY",
        "FREQ=YEARLY;BYWEEKNO=1;BYDAY=1MO | does not go with BYWEEKNO",
        "FREQ=MONTHLY;BYWEEKNO=1 | BYWEEKNO needs YEARLY",
        "FREQ=DAILY;BYYEARDAY=1 | BYYEARDAY does not go",
        "FREQ=WEEKLY;BYMONTHDAY=1 | does not go with WEEKLY",
        "FREQ=MONTHLY;BYSETPOS=1 | BYSETPOS stands alone",
        "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=0 | BYSETPOS=0",
        "FREQ=WEEKLY;WKST=XX | WKST=XX",
        "FREQ=MONTHLY;SKIP=FORWARD | SKIP without RSCALE",
        "RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=SIDEWAYS | SKIP=SIDEWAYS",
        "RSCALE=HEBREW;FREQ=YEARLY | rscale=HEBREW"
      })
  void shouldNameThePartAtFault(String written, String named) {
    assertThatThrownBy(() -> RecurrenceRule.parse(written))
        .isInstanceOfSatisfying(
            InvalidEventException.class,
            e -> {
              assertThat(e).hasMessageContaining(named);
              assertThat(e.property()).isEqualTo("RRULE");
              assertThat(e.rule()).startsWith("RFC ");
              assertThat(e.isLimit()).isFalse();
            });
  }

  @Test
  void shouldLimitNumbersAndLists() throws InvalidEventException {
    assertLimit("FREQ=DAILY;INTERVAL=", EventLimits.MAX_INTERVAL);
    assertLimit("FREQ=DAILY;COUNT=", EventLimits.MAX_COUNT);
    String list = String.join(",", Collections.nCopies(EventLimits.MAX_BY_LIST, "1"));
    assertThat(RecurrenceRule.parse("FREQ=DAILY;BYMONTH=" + list).byMonth())
        .hasSize(EventLimits.MAX_BY_LIST);
    assertThatThrownBy(() -> RecurrenceRule.parse("FREQ=DAILY;BYMONTH=" + list + ",1"))
        .isInstanceOfSatisfying(InvalidEventException.class, e -> assertThat(e.isLimit()).isTrue())
        .hasMessageContaining("values=401");
  }

  private static void assertLimit(String part, int most) throws InvalidEventException {
    assertThat(RecurrenceRule.parse(part + most)).hasToString(part + most);
    assertThatThrownBy(() -> RecurrenceRule.parse(part + (most + 1)))
        .isInstanceOfSatisfying(InvalidEventException.class, e -> assertThat(e.isLimit()).isTrue());
  }

  @Test
  void shouldLoseItsTimesForDates() throws InvalidEventException {
    RecurrenceRule timed =
        RecurrenceRule.parse("FREQ=WEEKLY;BYSECOND=1;BYMINUTE=2;BYHOUR=3;BYDAY=MO,TU;BYSETPOS=1");

    assertThat(timed.ofDates()).hasToString("FREQ=WEEKLY;BYDAY=MO,TU;BYSETPOS=1");
  }

  @Test
  void shouldTellFrequenciesWithinADay() {
    assertThat(Arrays.stream(Frequency.values()).filter(Frequency::isSubDaily))
        .containsExactly(Frequency.SECONDLY, Frequency.MINUTELY, Frequency.HOURLY);
  }
}
