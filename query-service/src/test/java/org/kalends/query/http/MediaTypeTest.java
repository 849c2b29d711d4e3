package org.kalends.query.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MediaTypeTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "*/* | JSON",
        "application/json | JSON",
        "text/calendar | CALENDAR",
        "Text/Calendar; charset=utf-8 | CALENDAR",
        "text/* | CALENDAR",
        "application/json;q=0.5, text/calendar | CALENDAR",
        "text/calendar;q=0.2, */*;q=0.1 | CALENDAR",
        "application/json;q=0, */* | CALENDAR",
        "text/html, application/*;q=0.9 | JSON"
      })
  void shouldTakeWhatIsPreferred(String accept, MediaType expected) {
    assertThat(MediaType.accepted(accept)).isEqualTo(expected);
  }

  @Test
  void shouldGiveJsonToWhoDoesNotSay() {
    assertThat(MediaType.accepted(null)).isEqualTo(MediaType.JSON);
    assertThat(MediaType.accepted("")).isEqualTo(MediaType.JSON);
  }

  @Test
  void shouldRefuseWhatItCannotGive() {
    assertThatThrownBy(() -> MediaType.accepted("text/html")).hasMessageContaining("text/html");
  }
}
