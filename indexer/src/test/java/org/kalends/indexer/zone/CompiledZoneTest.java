package org.kalends.indexer.zone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneRules;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kalends.schemas.avro.Observance;
import org.kalends.schemas.avro.ZoneDefinition;
import org.kalends.schemas.event.InvalidEventException;

/** VTIMEZONEs (RFC 5545 §3.6.5), against the tz database where it has the same rules. */
@Timeout(60)
class CompiledZoneTest {
  private static final int HOUR = 3_600;

  @Test
  void shouldFollowTheRulesOfEurope() throws InvalidEventException {
    ZoneRules compiled =
        zone(
            observance("1981-03-29T02:00", HOUR, 2 * HOUR, "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU"),
            observance("1996-10-27T03:00", 2 * HOUR, HOUR, "FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU"));

    assertSame(compiled, ZoneId.of("Europe/Berlin").getRules(), "1997-01-01", "2199-12-31");
  }

  @Test
  void shouldFollowAnUntilInUtc() throws InvalidEventException {
    ZoneRules compiled =
        zone(
            observance(
                "1967-10-29T02:00",
                -4 * HOUR,
                -5 * HOUR,
                "FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10;UNTIL=20061029T060000Z"),
            observance(
                "1987-04-05T02:00",
                -5 * HOUR,
                -4 * HOUR,
                "FREQ=YEARLY;BYDAY=1SU;BYMONTH=4;UNTIL=20060402T070000Z"),
            observance("2007-03-11T02:00", -5 * HOUR, -4 * HOUR, "FREQ=YEARLY;BYDAY=2SU;BYMONTH=3"),
            observance(
                "2007-11-04T02:00", -4 * HOUR, -5 * HOUR, "FREQ=YEARLY;BYDAY=1SU;BYMONTH=11"));

    assertSame(compiled, ZoneId.of("America/New_York").getRules(), "1987-05-01", "2199-12-31");
  }

  @Test
  void shouldTakeDatesAndNegativeDaylightTime() throws InvalidEventException {
    Observance winter =
        new Observance(
            true,
            local("2025-10-26T02:00"),
            HOUR,
            0,
            List.of(),
            List.of(local("2026-10-25T02:00")));
    Observance summer =
        new Observance(false, local("2026-03-29T01:00"), 0, HOUR, List.of(), List.of());
    ZoneRules compiled = zone(winter, summer);

    assertThat(compiled.getOffset(Instant.parse("2025-10-26T00:59:59Z"))).hasToString("+01:00");
    assertThat(compiled.getOffset(Instant.parse("2025-10-26T01:00:00Z"))).hasToString("Z");
    assertThat(compiled.getOffset(Instant.parse("2026-03-29T01:00:00Z"))).hasToString("+01:00");
    assertThat(compiled.getOffset(Instant.parse("2026-10-25T01:00:00Z"))).hasToString("Z");
  }

  @Test
  void shouldKeepOneOffsetOfOneObservance() throws InvalidEventException {
    ZoneRules compiled = zone(observance("1970-01-01T00:00", 5 * HOUR, 5 * HOUR, null));

    assertThat(compiled.isFixedOffset()).isTrue();
    assertThat(compiled.getOffset(Instant.EPOCH)).hasToString("+05:00");
  }

  @Test
  void shouldHaveTheOffsetBeforeTheFirstOnset() throws InvalidEventException {
    ZoneRules compiled = zone(observance("2000-01-01T00:00", HOUR, 2 * HOUR, null));

    assertThat(compiled.getOffset(Instant.parse("1999-12-31T22:59:59Z"))).hasToString("+01:00");
    assertThat(compiled.getOffset(Instant.parse("1999-12-31T23:00:00Z"))).hasToString("+02:00");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "FREQ=SECONDLY;INTERVAL=2;BYSECOND=1",
        "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=SECONDLY;BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12;BYSETPOS=2"
      })
  void shouldHaveTheStartAloneOfARuleThatNeverMatches(String rule) throws InvalidEventException {
    assertThat(zone(observance("2000-01-01T00:00", 0, HOUR, rule)).getTransitions()).hasSize(1);
  }

  @Test
  void shouldBoundTheSearchForOnsets() throws InvalidEventException {
    // each search gives up after a cycle of 146,097 days
    Observance seldom =
        observance("1601-01-01T00:00", 0, HOUR, "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30");
    int fit = CompiledZone.MAX_STEPS / 146_100;

    assertThat(zones(Collections.nCopies(fit, seldom)).getTransitions()).hasSize(1);
    assertThatThrownBy(() -> zones(Collections.nCopies(fit + 1, seldom)))
        .isInstanceOf(InvalidEventException.class)
        .hasMessageContaining("tzid=Own/Zone")
        .hasMessageContaining("steps");
  }

  @Test
  void shouldBoundTheOnsets() throws InvalidEventException {
    Observance daily =
        observance(
            "2000-01-01T00:00", 0, HOUR, "FREQ=DAILY;COUNT=" + (CompiledZone.MAX_ONSETS - 1));
    Observance one = observance("2001-01-01T12:00", HOUR, 0, null);

    assertThat(zone(daily).getTransitions()).isNotEmpty();
    assertThatThrownBy(() -> zone(daily, one))
        .isInstanceOf(InvalidEventException.class)
        .hasMessageContaining("changes too often; tzid=Own/Zone");
  }

  @Test
  void shouldRefuseOffsetsBeyondEighteenHours() {
    assertThatThrownBy(() -> zone(observance("2000-01-01T00:00", 0, 18 * HOUR + 1, null)))
        .isInstanceOf(InvalidEventException.class)
        .hasMessageContaining("seconds=64801");
  }

  @Test
  void shouldRefuseADefinitionWithoutObservance() {
    assertThatThrownBy(() -> zones(List.of()))
        .isInstanceOf(InvalidEventException.class)
        .hasMessageContaining("tzid=Own/Zone");
  }

  private static void assertSame(ZoneRules compiled, ZoneRules known, String from, String to) {
    Instant until = Instant.parse(to + "T00:00:00Z");
    for (Instant at = Instant.parse(from + "T00:00:00Z");
        at.isBefore(until);
        at = known.nextTransition(at).getInstant()) {
      assertThat(compiled.nextTransition(at)).isEqualTo(known.nextTransition(at));
      assertThat(compiled.getOffset(at)).isEqualTo(known.getOffset(at));
    }
  }

  private static ZoneRules zone(Observance... observances) throws InvalidEventException {
    return zones(List.of(observances));
  }

  private static ZoneRules zones(List<Observance> observances) throws InvalidEventException {
    return CompiledZone.of(new ZoneDefinition("Own/Zone", observances));
  }

  private static Observance observance(String start, int from, int to, @Nullable String rule) {
    return new Observance(
        false, local(start), from, to, rule == null ? List.of() : List.of(rule), List.of());
  }

  private static long local(String time) {
    return LocalDateTime.parse(time).toEpochSecond(ZoneOffset.UTC);
  }
}
