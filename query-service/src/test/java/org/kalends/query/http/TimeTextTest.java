package org.kalends.query.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kalends.schemas.avro.CalendarTime;
import org.kalends.schemas.avro.TimeForm;

class TimeTextTest {
  @ParameterizedTest
  @CsvSource({
    "DATE, 2026-03-02T00:00, 2026-03-02",
    "UTC, 2026-03-02T09:00, 2026-03-02T09:00:00Z",
    "FLOATING, 2026-03-02T09:05:07, 2026-03-02T09:05:07",
    "ZONED, 2026-03-02T09:05:07, 2026-03-02T09:05:07",
    "DATE, 0001-01-01T00:00, 0001-01-01"
  })
  void shouldWriteEachForm(TimeForm form, LocalDateTime local, String expected) {
    assertThat(TimeText.of(new CalendarTime(form, local.toEpochSecond(ZoneOffset.UTC), null)))
        .isEqualTo(expected);
  }

  @Property
  void shouldBeReadAsWhatWasWritten(
      @ForAll @LongRange(min = -62_135_596_800L, max = 253_402_300_799L) long seconds) {
    String text = TimeText.of(new CalendarTime(TimeForm.FLOATING, seconds, null));

    assertThat(LocalDateTime.parse(text).toEpochSecond(ZoneOffset.UTC)).isEqualTo(seconds);
  }
}
