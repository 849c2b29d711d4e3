package org.kalends.perf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TimingsTest {
  @Test
  void shouldGiveNearestRanks() {
    Timings timings = new Timings();
    for (int i = 2_000; i >= 1; i--) {
      timings.add(i * 1_000L);
    }

    assertThat(timings.count()).isEqualTo(2_000);
    assertThat(timings.minMicros()).isEqualTo(1);
    assertThat(timings.quantileMicros(0.5)).isEqualTo(1_000);
    assertThat(timings.quantileMicros(0.99)).isEqualTo(1_980);
    assertThat(timings.quantileMicros(1)).isEqualTo(2_000);
  }

  @Test
  void shouldRefuseFiguresOfNothing() {
    assertThatThrownBy(() -> new Timings().minMicros()).isInstanceOf(IllegalStateException.class);
  }
}
