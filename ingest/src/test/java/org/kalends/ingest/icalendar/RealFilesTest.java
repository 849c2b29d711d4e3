package org.kalends.ingest.icalendar;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Published calendars as people made them (their notice: {@code real/README.md}). */
final class RealFilesTest {
  @ParameterizedTest
  @CsvSource({
    "ArgentinaHolidays.ics, 11",
    "Belgische32feestdagen.ics, 30",
    "Casablanca.ics, 0",
    "Christian32Holidays.ics, 36",
    "Earth32Seasons.ics, 72",
    "EstoniaHolidays.ics, 152",
    "Misc.History.ics, 431",
    "Packers.ics, 66",
    "SwedishHolidays2003-2006.ics, 52",
    "THFC.ics, 114",
    "afl2004.ics, 207",
    "canada.ics, 30",
    "google_aus_holidays.ics, 53",
    "lotr.ics, 37",
    "mathBirthdays.ics, 1321",
  })
  void shouldReadEveryEvent(String file, int events) throws Exception {
    Reading reading = Reading.of(bytesOf(file));

    assertThat(reading.refused()).isEmpty();
    assertThat(reading.events()).hasSize(events);
  }

  private static byte[] bytesOf(String file) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(RealFilesTest.class.getResourceAsStream("real/" + file))) {
      return in.readAllBytes();
    }
  }
}
