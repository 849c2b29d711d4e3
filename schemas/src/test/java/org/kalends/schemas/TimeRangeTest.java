package org.kalends.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeRangeTest {
  private final TimeRange range = TimeRange.ofMillis(100, 200);

  @ParameterizedTest
  @CsvSource({
    "0, 100, false",
    "0, 101, true",
    "50, 300, true",
    "120, 130, true",
    "199, 250, true",
    "200, 250, false",
    // without length: from ≤ start < to
    "100, 100, true",
    "150, 150, true",
    "199, 199, true",
    "200, 200, false",
    "99, 99, false"
  })
  void shouldOverlapAsRfc4791Says(long start, long end, boolean overlaps) {
    assertThat(range.overlaps(start, end)).isEqualTo(overlaps);
  }

  @Test
  void shouldRefuseAnEmptyRange() {
    assertThatThrownBy(() -> TimeRange.ofMillis(5, 5)).hasMessageContaining("ends after it starts");
    assertThatThrownBy(() -> TimeRange.ofMillis(6, 5)).isInstanceOf(IllegalArgumentException.class);
  }
}
