package org.kalends.indexer.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;
import org.junit.jupiter.api.Test;
import org.kalends.indexer.recurrence.EventExpansion;
import org.kalends.indexer.recurrence.EventSpan;
import org.kalends.indexer.recurrence.Occurrence;
import org.kalends.indexer.recurrence.OccurrenceCursor;
import org.kalends.indexer.rule.StepBudget;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.TimeRange;
import org.kalends.schemas.avro.Event;
import org.kalends.schemas.event.InvalidEventException;

/** What an entry answers from its bytes is what the engine answers from the event. */
@Domain(EventDomain.class)
@Domain(DomainContext.Global.class)
class EntryOccurrencesTest {
  private static final CalendarId TEAM = new CalendarId("team");
  private static final long HOUR = 3_600_000;

  @Provide
  Arbitrary<Event> onceEvents() {
    return EventDomain.onceEvents();
  }

  @Provide
  Arbitrary<Event> series() {
    return EventDomain.series();
  }

  @Provide
  Arbitrary<ZoneId> zones() {
    return Arbitraries.of(
            "UTC", "Europe/Berlin", "America/New_York", "Pacific/Apia", "Pacific/Kiritimati")
        .map(ZoneId::of);
  }

  @Property(tries = 600, edgeCases = EdgeCasesMode.NONE)
  void shouldGiveTheEnginesOccurrenceOfWhatHappensOnce(
      @ForAll("onceEvents") Event event,
      @ForAll("zones") ZoneId zone,
      @ForAll @LongRange(min = -40, max = 40) long fromHours,
      @ForAll @LongRange(min = 1, max = 60) long hours)
      throws InvalidEventException {
    EventExpansion expansion = EventExpansion.compile(event);
    long from = expansion.span().startMillis() + fromHours * HOUR;
    TimeRange window = TimeRange.ofMillis(from, from + hours * HOUR);
    byte[] entry = IndexEntry.encode(TEAM, event);

    assertThat(entry[EntryLayout.KIND]).isEqualTo((byte) EntryLayout.ONCE);
    assertThat(all(IndexEntry.read(entry).occurrences(window, zone, budget())))
        .isEqualTo(all(expansion.occurrences(window, zone, budget())));
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void shouldGiveTheEnginesOccurrencesOfSeries(
      @ForAll("series") Event event,
      @ForAll("zones") ZoneId zone,
      @ForAll @LongRange(min = -60, max = 2_000) long fromDays,
      @ForAll @LongRange(min = 1, max = 900) long hours)
      throws InvalidEventException {
    EventExpansion expansion = EventExpansion.compile(event);
    long from = expansion.span().startMillis() + fromDays * 24 * HOUR;
    TimeRange window = TimeRange.ofMillis(from, from + hours * HOUR);

    assertThat(
            all(
                IndexEntry.read(IndexEntry.encode(TEAM, event))
                    .occurrences(window, zone, budget())))
        .isEqualTo(all(expansion.occurrences(window, zone, budget())));
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void shouldSpanEveryOccurrence(
      @ForAll Event event,
      @ForAll("zones") ZoneId zone,
      @ForAll @LongRange(min = -60, max = 2_000) long fromDays)
      throws InvalidEventException {
    EventExpansion expansion = EventExpansion.compile(event);
    EventSpan span = expansion.span();
    long from = span.startMillis() + fromDays * 24 * HOUR;
    TimeRange window = TimeRange.ofMillis(from, from + 60 * 24 * HOUR);

    for (Occurrence occurrence : all(expansion.occurrences(window, zone, budget()))) {
      assertThat(occurrence.startMillis()).isGreaterThanOrEqualTo(span.startMillis());
      assertThat(occurrence.endMillis()).isLessThanOrEqualTo(span.endMillis());
    }
  }

  @Test
  void shouldSaySoWhenTheZoneIsGone() {
    String gone =
        "01"
            + "01"
            + "00000000"
            + "0000000000000000"
            + "04"
            + "0000000000000000"
            + "06"
            + "0000000000000000"
            + "01"
            + "01"
            + "0161"
            + "0175"
            + "0a"
            + "47286f6e652f4f6e65"
            + "00"
            + "00"
            + "00"
            + "00"
            + "00";
    IndexEntry entry = IndexEntry.read(HexFormat.of().parseHex(gone));

    assertThatThrownBy(
            () -> entry.occurrences(TimeRange.ofMillis(0, 1), ZoneId.of("UTC"), budget()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("tzid=G(one/One");
  }

  private static StepBudget budget() {
    return new StepBudget(StepBudget.DEFAULT_STEPS);
  }

  private static List<Occurrence> all(OccurrenceCursor cursor) {
    List<Occurrence> occurrences = new ArrayList<>();
    for (Occurrence next = cursor.next(); next != null; next = cursor.next()) {
      occurrences.add(next);
    }
    return occurrences;
  }
}
