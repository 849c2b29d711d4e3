package org.kalends.indexer.zone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.kalends.schemas.avro.CalendarTime;
import org.kalends.schemas.avro.Observance;
import org.kalends.schemas.avro.TimeForm;
import org.kalends.schemas.avro.ZoneDefinition;
import org.kalends.schemas.event.InvalidEventException;

class ZoneResolverTest {
  private static final Observance FIVE_EAST =
      new Observance(false, 0L, 18_000, 18_000, List.of(), List.of());

  @Test
  void shouldPreferTheKnownZoneToItsDefinition() throws InvalidEventException {
    ZoneResolver zones = new ZoneResolver(List.of(definition("Europe/Berlin")));

    assertThat(zones.rules(zoned("Europe/Berlin"), "DTSTART"))
        .isEqualTo(ZoneId.of("Europe/Berlin").getRules());
  }

  @Test
  void shouldTakeTheDefinitionOfAnUnknownZone() throws InvalidEventException {
    ZoneResolver zones = new ZoneResolver(List.of(definition("Our Office")));

    assertThat(zones.rules(zoned("Our Office"), "DTSTART").getOffset(Instant.EPOCH))
        .isEqualTo(ZoneOffset.ofHours(5));
  }

  @Test
  void shouldPlaceTimesWithoutZoneInUtc() throws InvalidEventException {
    CalendarTime floating = new CalendarTime(TimeForm.FLOATING, 0L, null);

    assertThat(new ZoneResolver(List.of()).rules(floating, "DTSTART"))
        .isEqualTo(ZoneOffset.UTC.getRules());
  }

  @Test
  void shouldNameTheZoneThatNobodyKnows() {
    ZoneResolver zones = new ZoneResolver(List.of(definition("Our Office")));

    assertThatThrownBy(() -> zones.rules(zoned("Their Office"), "DTEND"))
        .isInstanceOfSatisfying(
            InvalidEventException.class,
            e -> {
              assertThat(e).hasMessageContaining("tzid=Their Office");
              assertThat(e.property()).isEqualTo("DTEND");
            });
  }

  private static ZoneDefinition definition(String tzid) {
    return new ZoneDefinition(tzid, List.of(FIVE_EAST));
  }

  private static CalendarTime zoned(String tzid) {
    return new CalendarTime(TimeForm.ZONED, 0L, tzid);
  }
}
