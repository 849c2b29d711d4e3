package org.kalends.ingest.icalendar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kalends.schemas.avro.EventDuration;

final class ValuesTest {
  @ParameterizedTest
  @CsvSource({
    "P1D, 1, 0, false",
    "P2W, 14, 0, false",
    "PT1H30M, 0, 5400, false",
    "-P1DT2H3M4S, -1, -7384, false",
    "+PT15M, 0, 900, false",
    "P0DT0H30M0S, 0, 1800, false",
    "PT0S, 0, 0, false",
    "P15M, 0, 900, true",
    "P1DT, 1, 0, true",
    "PT, 0, 0, true",
    "P, 0, 0, true",
    "P1W2D, 9, 0, true",
    "P1H, 0, 3600, true",
    "PT1D, 1, 0, true",
    "pt1h, 0, 3600, true",
    "PT5M1H, 0, 3900, true",
  })
  void shouldReadADuration(String written, int days, long seconds, boolean noted)
      throws PropertyFault {
    Notes notes = new Notes();

    EventDuration duration = DurationValue.parse(property("DURATION", written), written, notes);

    assertThat(duration).isEqualTo(new EventDuration(days, seconds));
    assertThat(notes.asList()).hasSize(noted ? 1 : 0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1H", "PT1", "PTH", "P1Y", "PT1.5H", "P1D2", "PT1H x", "--P1D"})
  void shouldRefuseWhatIsNoDuration(String written) {
    assertThatThrownBy(
            () -> DurationValue.parse(property("DURATION", written), written, new Notes()))
        .isInstanceOf(PropertyFault.class)
        .hasMessageContaining("no duration");
  }

  @Test
  void shouldTakeTheLongestDurationAndRefuseALongerOne() throws PropertyFault {
    String longest = "P" + DurationValue.MAX_DAYS + "D";
    String longer = "P" + (DurationValue.MAX_DAYS + 1) + "D";

    assertThat(DurationValue.parse(property("DURATION", longest), longest, new Notes()).getDays())
        .isEqualTo(DurationValue.MAX_DAYS);
    assertThatThrownBy(() -> DurationValue.parse(property("DURATION", longer), longer, new Notes()))
        .hasMessageContaining("too long");
  }

  @ParameterizedTest
  @CsvSource({
    "+0100, 3600",
    "-0500, -18000",
    "+005328, 3208",
    "+01:00, 3600",
    "0100, 3600",
    "+1800, 64800"
  })
  void shouldReadAnOffset(String written, int seconds) throws PropertyFault {
    assertThat(OffsetValue.parse(property("TZOFFSETTO", written))).isEqualTo(seconds);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1", "+1801", "+01000", "one"})
  void shouldRefuseWhatIsNoOffset(String written) {
    assertThatThrownBy(() -> OffsetValue.parse(property("TZOFFSETTO", written)))
        .isInstanceOf(PropertyFault.class);
  }

  @Property(tries = 200)
  void shouldReadTheOffsetsThatAreWritten(@ForAll @IntRange(min = -64_800, max = 64_800) int offset)
      throws PropertyFault {
    assertThat(OffsetValue.parse(property("TZOFFSETTO", WrittenValues.offset(offset))))
        .isEqualTo(offset);
  }

  @ParameterizedTest
  @CsvSource({
    "a\\nb\\Nc, 'a\nb\nc'",
    "a\\\\nb, 'a\\nb'",
    "'a\\,b\\;c\\:d', 'a,b;c:d'",
    "a\\qb, a\\qb",
    "a\\, a\\",
  })
  void shouldUnescapeText(String written, String meant) {
    assertThat(TextValue.unescape(written)).isEqualTo(meant);
  }

  private static ContentLine property(String name, String value) {
    return new ContentLine(name, List.of(), value, name + ":" + value, 1);
  }
}
