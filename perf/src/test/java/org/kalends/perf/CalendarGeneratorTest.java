package org.kalends.perf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.kalends.perf.CalendarGenerator.Mix;
import org.kalends.schemas.avro.Component;
import org.kalends.schemas.avro.Event;

class CalendarGeneratorTest {
  private static final int COUNT = 10_000;

  @Test
  void shouldGiveTheSameEventsForTheSameSeed() {
    CalendarGenerator one = new CalendarGenerator(Mix.WITH_ENDLESS, 7);
    CalendarGenerator same = new CalendarGenerator(Mix.WITH_ENDLESS, 7);
    CalendarGenerator other = new CalendarGenerator(Mix.WITH_ENDLESS, 8);

    assertThat(one.event(123)).isEqualTo(same.event(123)).isNotEqualTo(other.event(123));
  }

  @Test
  void shouldKeepTheSharesOfSeriesAndUsers() {
    List<Component> masters = masters(Mix.WITH_ENDLESS);

    assertThat(share(masters, "FREQ=WEEKLY")).isCloseTo(0.02, within(0.005));
    assertThat(share(masters, "FREQ=DAILY;COUNT=5")).isCloseTo(0.04, within(0.008));
    assertThat(attendedBy(masters, CalendarGenerator.user(1))).isCloseTo(1 / 3.0, within(0.02));
    assertThat(attendedBy(masters, CalendarGenerator.user(3))).isCloseTo(1 / 25.0, within(0.01));
  }

  @Test
  void shouldLeaveEndlessSeriesOut() {
    assertThat(share(masters(Mix.WITHOUT_ENDLESS), "FREQ=WEEKLY")).isZero();
  }

  private static List<Component> masters(Mix mix) {
    List<Component> masters = new ArrayList<>();
    new CalendarGenerator(mix, 1)
        .events(COUNT)
        .forEachRemaining((Event event) -> masters.add(event.getMaster()));
    return masters;
  }

  private static double share(List<Component> masters, String rule) {
    return masters.stream().filter(master -> master.getRules().contains(rule)).count()
        / (double) COUNT;
  }

  private static double attendedBy(List<Component> masters, String user) {
    return masters.stream()
            .filter(
                master ->
                    master.getAttendees().stream()
                        .anyMatch(a -> a.getAddress().equals("mailto:" + user)))
            .count()
        / (double) COUNT;
  }
}
