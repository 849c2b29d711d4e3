package org.kalends.query.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.assertj.core.api.AbstractObjectAssert;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kalends.query.read.Window;
import org.kalends.schemas.http.ProblemException;
import org.kalends.schemas.http.ProblemType;

class ParametersTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  @ParameterizedTest
  @CsvSource({
    "2026-03-02T09:00:00Z, 2026-03-02T09:00:00Z",
    "2026-03-02t09:00:00z, 2026-03-02T09:00:00Z",
    "2026-03-02T09:00:00+01:00, 2026-03-02T08:00:00Z",
    "2026-03-02T09:00:00.123456Z, 2026-03-02T09:00:00.123Z",
    "2026-03-02, 2026-03-01T23:00:00Z",
    "2026-07-02, 2026-07-01T22:00:00Z",
    "0001-01-01, 0000-12-31T23:06:32Z",
    "9999-12-31T23:59:59Z, 9999-12-31T23:59:59Z"
  })
  void shouldReadTimes(String text, Instant expected) {
    assertThat(Parameters.instant("from", text, BERLIN)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "soon", "2026-02-30", "2026-03-02T09:00:00", "2026-03-02T09:00:00 01:00", "1"})
  void shouldRefuseOtherTimes(String text) {
    thrownBy(() -> Parameters.instant("from", text, BERLIN)).isEqualTo(ProblemType.INVALID_REQUEST);
  }

  @ParameterizedTest
  @ValueSource(strings = {"+10000-06-01T00:00:00Z", "-0001-06-01T00:00:00Z"})
  void shouldRefuseTimesOutsideOfTheYearsThatEventsHave(String text) {
    thrownBy(() -> Parameters.instant("from", text, BERLIN))
        .isEqualTo(ProblemType.INVALID_TIME_RANGE);
  }

  @ParameterizedTest
  @CsvSource({"2026-03-02, 2026-03-02", "2026-03-02, 2026-03-01"})
  void shouldRefuseARangeThatIsEmptyOrTurnedRound(String from, String to) {
    thrownBy(() -> Parameters.window(from, to, BERLIN)).isEqualTo(ProblemType.INVALID_TIME_RANGE);
  }

  @Test
  void shouldNameWhatIsMissingOfARange() {
    assertThatThrownBy(() -> Parameters.window(null, "2026-03-02", BERLIN))
        .hasMessageContaining("missing=from");
    assertThatThrownBy(() -> Parameters.window("2026-03-02", null, BERLIN))
        .hasMessageContaining("missing=to");
    assertThatThrownBy(() -> Parameters.window(null, null, BERLIN))
        .hasMessageContaining("missing=from,to");
  }

  @Test
  void shouldPlaceDatesInTheZone() {
    Window window = Parameters.window("2026-03-29", "2026-03-30", BERLIN);

    assertThat(window.range().from()).isEqualTo("2026-03-28T23:00:00Z");
    assertThat(window.range().to()).isEqualTo("2026-03-29T22:00:00Z");
  }

  @Test
  void shouldTakeUtcForNoZoneAndRefuseOneThatIsNotKnown() {
    assertThat(Parameters.zone(null)).isEqualTo(ZoneOffset.UTC);
    assertThat(Parameters.zone("Europe/Berlin")).isEqualTo(BERLIN);
    thrownBy(() -> Parameters.zone("Mars/Base")).isEqualTo(ProblemType.INVALID_ZONE);
  }

  @Test
  void shouldTakeALimitUpToTheMost() {
    assertThat(Parameters.count("limit", "1", 10_000)).isEqualTo(1);
    assertThat(Parameters.count("limit", "10000", 10_000)).isEqualTo(10_000);
    thrownBy(() -> Parameters.count("limit", "10001", 10_000))
        .isEqualTo(ProblemType.LIMIT_EXCEEDED);
    thrownBy(() -> Parameters.count("limit", "0", 10_000)).isEqualTo(ProblemType.INVALID_REQUEST);
    thrownBy(() -> Parameters.count("limit", "-1", 10_000)).isEqualTo(ProblemType.INVALID_REQUEST);
    thrownBy(() -> Parameters.count("limit", "many", 10_000))
        .isEqualTo(ProblemType.INVALID_REQUEST);
  }

  @Test
  void shouldTakeTrueAndFalseOnly() {
    assertThat(Parameters.flag("declined", null)).isFalse();
    assertThat(Parameters.flag("declined", "false")).isFalse();
    assertThat(Parameters.flag("declined", "true")).isTrue();
    thrownBy(() -> Parameters.flag("declined", "yes")).isEqualTo(ProblemType.INVALID_REQUEST);
  }

  private static AbstractObjectAssert<?, ProblemType> thrownBy(ThrowingCallable call) {
    return assertThatThrownBy(call)
        .asInstanceOf(InstanceOfAssertFactories.type(ProblemException.class))
        .extracting(e -> e.problem().type());
  }
}
