package org.kalends.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdsTest {
  @Test
  void shouldTakeCalendarNamesUpToTheirLimit() {
    assertThat(new CalendarId("a".repeat(CalendarId.MAX_LENGTH)).value())
        .hasSize(CalendarId.MAX_LENGTH);
    assertThat(new CalendarId("...").value()).isEqualTo("...");
    assertThat(new CalendarId(".a").value()).isEqualTo(".a");
    assertThatThrownBy(() -> new CalendarId("a".repeat(CalendarId.MAX_LENGTH + 1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {".", "..", "", "a b", "a/b", "ä", "a\n", "a:b"})
  void shouldRefuseCalendarNamesThatDoNotStandInAPath(String name) {
    assertThatThrownBy(() -> new CalendarId(name)).hasMessageContaining("calendar=" + name);
  }

  @Test
  void shouldCountTheBytesOfAUid() {
    assertThat(new EventUid("ä".repeat(127) + "a").value()).hasSize(128);
    assertThatThrownBy(() -> new EventUid("ä".repeat(128))).hasMessageContaining("bytes=256");
    assertThatThrownBy(() -> new EventUid("")).hasMessageContaining("bytes=0");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mailto:MAILTO: ann@example.org",
        "Ann@Example.ORG",
        "mailto:ann@example.org",
        "MAILTO:ANN@EXAMPLE.ORG",
        " mailto: ann@example.org "
      })
  void shouldCompareAddressesWithoutCaseAndScheme(String written) {
    assertThat(AttendeeAddress.of(written).value()).isEqualTo("ann@example.org");
  }

  @Test
  void shouldTakeAddressesUpToTheirLimit() {
    assertThat(AttendeeAddress.of("mailto:" + "a".repeat(AttendeeAddress.MAX_LENGTH)).value())
        .hasSize(AttendeeAddress.MAX_LENGTH);
    assertThatThrownBy(() -> AttendeeAddress.of("a".repeat(AttendeeAddress.MAX_LENGTH + 1)))
        .hasMessageContaining("length=321");
    assertThatThrownBy(() -> AttendeeAddress.of("mailto:")).hasMessageContaining("length=0");
  }

  @Test
  void shouldRefuseAnAddressThatIsNotNormalized() {
    assertThatThrownBy(() -> new AttendeeAddress("Ann@example.org"))
        .hasMessageContaining("not normalized");
  }
}
