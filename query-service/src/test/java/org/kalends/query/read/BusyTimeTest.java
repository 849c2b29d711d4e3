package org.kalends.query.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.kalends.schemas.TimeRange;

class BusyTimeTest {
  private static final TimeRange WINDOW = TimeRange.ofMillis(10, 60);

  @Test
  void shouldJoinWhatTouches() {
    assertThat(merged(busy(10, 20), busy(20, 30))).containsExactly(busy(10, 30));
  }

  @Test
  void shouldKeepTypesApart() {
    assertThat(merged(busy(10, 20), tentative(20, 30)))
        .containsExactly(busy(10, 20), tentative(20, 30));
  }

  @Test
  void shouldLetBusyCoverTentative() {
    assertThat(merged(tentative(10, 50), busy(20, 30)))
        .containsExactly(tentative(10, 20), busy(20, 30), tentative(30, 50));
  }

  @Test
  void shouldCutAtTheWindow() {
    assertThat(merged(busy(0, 15), busy(55, 70), busy(0, 10), busy(60, 70)))
        .containsExactly(busy(10, 15), busy(55, 60));
  }

  @Test
  void shouldLeaveOutWhatHasNoLength() {
    assertThat(merged(busy(20, 20))).isEmpty();
  }

  @Property
  void shouldSayOfEachInstantWhatTheStrongestPeriodSays(
      @ForAll("periods") List<BusyPeriod> periods) {
    List<BusyPeriod> merged = merged(periods.toArray(BusyPeriod[]::new));

    for (long at = 0; at < 80; at++) {
      boolean inside = at >= WINDOW.fromMillis() && at < WINDOW.toMillis();
      assertThat(typeAt(merged, at)).isEqualTo(inside ? typeAt(periods, at) : "free");
    }
    for (int i = 1; i < merged.size(); i++) {
      BusyPeriod before = merged.get(i - 1);
      BusyPeriod after = merged.get(i);
      assertThat(before.endMillis()).isLessThanOrEqualTo(after.startMillis());
      assertThat(before.endMillis() == after.startMillis() && before.type() == after.type())
          .isFalse();
    }
  }

  @Provide
  Arbitrary<List<BusyPeriod>> periods() {
    return Combinators.combine(
            Arbitraries.longs().between(0, 70),
            Arbitraries.longs().between(0, 15),
            Arbitraries.of(BusyPeriod.Type.values()))
        .as((start, length, type) -> new BusyPeriod(start, start + length, type))
        .list()
        .ofMaxSize(12);
  }

  private static String typeAt(List<BusyPeriod> periods, long at) {
    return periods.stream()
        .filter(p -> p.startMillis() <= at && at < p.endMillis())
        .map(BusyPeriod::type)
        .min(BusyPeriod.Type::compareTo)
        .map(BusyPeriod.Type::value)
        .orElse("free");
  }

  private static List<BusyPeriod> merged(BusyPeriod... periods) {
    BusyTime time = new BusyTime(WINDOW);
    for (BusyPeriod period : periods) {
      time.add(period.startMillis(), period.endMillis(), period.type());
    }
    return time.periods();
  }

  private static BusyPeriod busy(long start, long end) {
    return new BusyPeriod(start, end, BusyPeriod.Type.BUSY);
  }

  private static BusyPeriod tentative(long start, long end) {
    return new BusyPeriod(start, end, BusyPeriod.Type.BUSY_TENTATIVE);
  }
}
