package org.kalends.ingest.icalendar;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kalends.ingest.icalendar.ZoneNames.Known;

final class ZoneNamesTest {
  @ParameterizedTest
  @CsvSource({
    "Europe/Berlin, Europe/Berlin,",
    "US/Pacific, US/Pacific,",
    "GMT, GMT,",
    "Etc/GMT+5, Etc/GMT+5,",
    "EST5EDT, EST5EDT,",
    "EST, America/Panama,",
    "'\"America/New_York\"', America/New_York,",
    "europe/berlin, Europe/Berlin, ZONE_BY_OTHER_CASE",
    "America/New York, America/New_York, ZONE_BY_OTHER_CASE",
    "W. Europe Standard Time, Europe/Berlin, ZONE_BY_WINDOWS_NAME",
    "eastern standard time, America/New_York, ZONE_BY_WINDOWS_NAME",
    "/Europe/Vienna, Europe/Vienna, ZONE_BY_SUFFIX",
    "/mozilla.org/20050126_1/Europe/Berlin, Europe/Berlin, ZONE_BY_SUFFIX",
    "/citadel.org/20190914_1/America/Argentina/Buenos_Aires,"
        + " America/Argentina/Buenos_Aires, ZONE_BY_SUFFIX",
    "/freeassociation.sourceforge.net/Tzfile/Asia/Tokyo, Asia/Tokyo, ZONE_BY_SUFFIX",
    "tzone://Microsoft/Utc, UTC, ZONE_BY_SUFFIX",
  })
  void shouldKnowTheZonesOfTheDatabase(String name, String id, Tolerance how) {
    assertThat(ZoneNames.find(name)).isEqualTo(new Known(id, how));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Customized Time Zone",
        "Middle Earth/Bree",
        "Own Zone",
        "tzone://Microsoft/Custom",
        "/",
        ""
      })
  void shouldNotGuess(String name) {
    assertThat(ZoneNames.find(name)).isNull();
    assertThat(ZoneNames.findDisplayName(name)).isNull();
    assertThat(ZoneNames.findOffset(name)).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "'(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna', Europe/Berlin",
    "'(GMT+01:00) Amsterdam\\, Berlin\\, Bern\\, Rome\\, Stockholm\\, Vienna', Europe/Berlin",
    "(UTC-08:00) Pacific Time (US & Canada), America/Los_Angeles",
    "(UTC-08:00) Pacific Time (US and Canada), America/Los_Angeles",
    "'(UTC) Dublin, Edinburgh, Lisbon, London', Europe/London",
    "(UTC) Coordinated Universal Time, Etc/UTC",
  })
  void shouldKnowWindowsDisplayNames(String name, String id) {
    assertThat(ZoneNames.findDisplayName(name))
        .isEqualTo(new Known(id, Tolerance.ZONE_BY_DISPLAY_NAME));
  }

  @ParameterizedTest
  @CsvSource({
    "GMT+1, 3600",
    "UTC+01:00, 3600",
    "GMT-0330, -12600",
    "+05:30, 19800",
    "utc-8, -28800",
    "UTC+18, 64800"
  })
  void shouldReadFixedOffsets(String name, int offset) {
    assertThat(ZoneNames.findOffset(name)).isEqualTo(offset);
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTC+19", "UTC+1:60", "GMT", "5", "Etc/GMT+5", "UTC+1 (Berlin)"})
  void shouldNotReadOtherNamesAsOffsets(String name) {
    assertThat(ZoneNames.findOffset(name)).isNull();
  }

  @Test
  void shouldNotTakeTheIdsThatALibraryAddsToJava() {
    assertThat(ZoneId.getAvailableZoneIds())
        .filteredOn(id -> id.startsWith("ical4j~"))
        .allSatisfy(id -> assertThat(ZoneNames.find(id)).isNull());
  }

  @Test
  void shouldMapEachWindowsNameToAZoneThatJavaKnows() throws IOException {
    InputStream table =
        Objects.requireNonNull(ZoneNames.class.getResourceAsStream("windows-zones.tsv"));
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(table, StandardCharsets.UTF_8))) {
      assertThat(lines.lines().filter(line -> !line.startsWith("#")))
          .hasSizeGreaterThan(135)
          .allSatisfy(line -> assertThat(ZoneId.of(line.split("\t", -1)[1])).isNotNull());
    }
  }
}
