package org.kalends.schemas.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RouteTableTest {
  private final RouteTable table =
      new RouteTable(
          List.of(
              route("GET", "/v1/calendars"),
              route("GET", "/v1/calendars/{calendar}"),
              route("GET", "/v1/calendars/{calendar}/events/{uid}"),
              route("PUT", "/v1/calendars/{calendar}/events/{uid}"),
              route("GET", "/v1/calendars/{calendar}/events/all"),
              route("GET", "/v1/{other}/team/events/all")));

  private static Route route(String method, String template) {
    return new Route(method, template, exchange -> exchange.answer(200));
  }

  @ParameterizedTest
  @CsvSource({
    "/v1/calendars, /v1/calendars",
    "/v1/calendars/team, /v1/calendars/{calendar}",
    "/v1/calendars/team/events/u, /v1/calendars/{calendar}/events/{uid}",
    "/v1/calendars/team/events/all, /v1/calendars/{calendar}/events/all",
    "/v1/things/team/events/all, /v1/{other}/team/events/all"
  })
  void shouldPreferLiteralSegments(String path, String template) {
    assertThat(table.find("GET", path).route().template()).isEqualTo(template);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        "/v1",
        "/v1/calendars/",
        "/v1/calendars/a/b",
        "//v1/calendars",
        "/V1/calendars",
        "/v1/calendars/a/events/b/c"
      })
  void shouldFindNothingElse(String path) {
    assertThat(
            catchThrowableOfType(ProblemException.class, () -> table.find("GET", path))
                .problem()
                .type())
        .isIn(ProblemType.NO_SUCH_ROUTE, ProblemType.INVALID_REQUEST);
  }

  @ParameterizedTest
  @ValueSource(strings = {"DELETE", "get", "REPORT"})
  void shouldTellTheMethodsOfAPath(String method) {
    assertThatThrownBy(() -> table.find(method, "/v1/calendars/team/events/u"))
        .isInstanceOf(ProblemException.class)
        .hasMessageContaining("allowed=GET,HEAD,PUT");
  }

  @ParameterizedTest
  @ValueSource(strings = {"%", "%4", "%zz"})
  void shouldRefuseBrokenPercentEncodings(String segment) {
    assertThatThrownBy(() -> table.find("GET", "/v1/calendars/" + segment))
        .isInstanceOf(ProblemException.class)
        .hasMessageContaining("segment=" + segment);
  }

  @Property
  void shouldHandOverAnySegmentAsItWasBeforeItWasEncoded(
      @ForAll @CharRange(from = '\u0001', to = '\ud7ff') @StringLength(min = 1, max = 40)
          String uid) {
    String encoded = URLEncoder.encode(uid, StandardCharsets.UTF_8).replace("+", "%20");

    assertThat(table.find("PUT", "/v1/calendars/team/events/" + encoded).parameters())
        .isEqualTo(Map.of("calendar", "team", "uid", uid));
  }
}
