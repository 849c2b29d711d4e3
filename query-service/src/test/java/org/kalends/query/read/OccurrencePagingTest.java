package org.kalends.query.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.kalends.indexer.recurrence.Occurrence;
import org.kalends.schemas.TimeRange;
import org.kalends.schemas.http.ProblemException;
import org.kalends.schemas.http.ProblemType;

class OccurrencePagingTest {
  private static final Window WINDOW =
      new Window(TimeRange.ofMillis(10_000, 30_000), ZoneOffset.UTC);
  private static final long PLENTY = 1_000_000;

  @Property
  void shouldGiveWhatANaiveSortGives(
      @ForAll("calendars") List<PlainEvent> events, @ForAll @IntRange(min = 1, max = 7) int limit) {
    assertThat(pages(events, limit, PLENTY)).containsExactlyElementsOf(naive(events));
  }

  @Property
  void shouldSkipAndRepeatNothingWhenPagesEndForLackOfSteps(
      @ForAll("calendars") List<PlainEvent> events,
      @ForAll @IntRange(min = 0, max = 10) int spare) {
    // one step to look at each occurrence and one to find the end, so that a page can begin
    long steps = events.stream().mapToLong(event -> event.occurrences().size() + 1).sum() / 2;
    List<OccurrenceKey> found = new ArrayList<>();
    try {
      found.addAll(pages(events, 100, steps + spare));
    } catch (ProblemException e) {
      assertThat(e.problem().type()).isEqualTo(ProblemType.STEP_BUDGET_EXCEEDED);
      return;
    }
    assertThat(found).containsExactlyElementsOf(naive(events));
  }

  @Test
  void shouldHaveNoNextPageWhenTheLastOccurrenceFillsThePage() {
    PlainEvent event = event("u", 12, 14, 16);

    assertThat(page(List.of(event), 3, null, 1).cursor).isNull();
    assertThat(page(List.of(event), 2, null, 1).cursor).isNotNull();
  }

  @Test
  void shouldSayThatTheDataChangedFromThePageOnThatSawIt() {
    List<PlainEvent> events = List.of(event("u", 12, 14, 16, 18));

    Page first = page(events, 1, null, 7);
    Page second = page(events, 1, first.cursor, 7);
    Page third = page(events, 1, second.cursor, 8);
    Page fourth = page(events, 1, third.cursor, 8);

    assertThat(List.of(first, second, third, fourth))
        .extracting(page -> page.changed)
        .containsExactly(false, false, true, true);
  }

  @Test
  void shouldRefuseWithoutAnyOccurrenceWhenFindingTheFirstTakesTooLong() {
    PlainEvent event = event("u", 12, 14);

    OccurrenceQuery.Collector page = query(10, null, 1).collect();

    assertThatThrownBy(() -> page.add(event, component -> true))
        .isInstanceOf(ProblemException.class)
        .hasMessageContaining("steps=1");
  }

  @Test
  void shouldOrderOccurrencesThatWereMovedOntoEachOtherByTheirOriginalStart() {
    PlainEvent event =
        PlainEvent.of(
            "c",
            "u",
            List.of(
                PlainEvent.occurrence(12, 13, 25L),
                PlainEvent.occurrence(12, 13, 11L),
                PlainEvent.occurrence(12, 13, 18L)));

    assertThat(pages(List.of(event), 1, PLENTY))
        .extracting(OccurrenceKey::original)
        .isSorted()
        .hasSize(3);
  }

  @Test
  void shouldReadOnFromWhereTheLastPageEnded() {
    Page first = page(List.of(event("u", 12, 25)), 1, null, 1);

    assertThat(query(1, first.cursor, PLENTY).rest()).isEqualTo(TimeRange.ofMillis(12_000, 30_000));
  }

  @Provide
  Arbitrary<List<PlainEvent>> calendars() {
    Arbitrary<Occurrence> occurrence =
        Combinators.combine(
                Arbitraries.longs().between(5, 32),
                Arbitraries.longs().between(0, 6),
                Arbitraries.longs().between(0, 40))
            .as(
                (start, length, original) ->
                    PlainEvent.occurrence(start, start + length, original));
    Arbitrary<List<Occurrence>> occurrences =
        occurrence.list().ofMaxSize(9).uniqueElements(each -> String.valueOf(each.recurrenceId()));
    return Combinators.combine(
            Arbitraries.of("a", "b"), Arbitraries.of("u", "v", "w", "x"), occurrences)
        .as(PlainEvent::of)
        .list()
        .ofMaxSize(8)
        .uniqueElements(event -> List.of(event.calendar(), event.uid()));
  }

  private static PlainEvent event(String uid, long... startSeconds) {
    List<Occurrence> occurrences = new ArrayList<>();
    for (long start : startSeconds) {
      occurrences.add(PlainEvent.occurrence(start, start + 1, start));
    }
    return PlainEvent.of("c", uid, occurrences);
  }

  private static List<OccurrenceKey> naive(List<PlainEvent> events) {
    TreeSet<OccurrenceKey> keys = new TreeSet<>(PlainEvent.IN_ORDER);
    for (PlainEvent event : events) {
      for (Occurrence occurrence : event.occurrences()) {
        if (WINDOW.range().overlaps(occurrence.startMillis(), occurrence.endMillis())) {
          keys.add(event.keyOf(occurrence));
        }
      }
    }
    return List.copyOf(keys);
  }

  private static List<OccurrenceKey> pages(List<PlainEvent> events, int limit, long steps) {
    List<OccurrenceKey> keys = new ArrayList<>();
    String cursor = null;
    do {
      Page page = new Page(collect(events, query(limit, cursor, steps), 1));
      assertThat(page.keys).hasSizeLessThanOrEqualTo(limit);
      keys.addAll(page.keys);
      cursor = page.cursor;
    } while (cursor != null);
    return keys;
  }

  private static Page page(
      List<PlainEvent> events, int limit, @Nullable String cursor, long version) {
    return new Page(collect(events, query(limit, cursor, PLENTY), version));
  }

  private static OccurrenceQuery query(int limit, @Nullable String cursor, long steps) {
    return OccurrenceQuery.of(WINDOW, limit, cursor, steps, "test", WINDOW);
  }

  private static OccurrencePage collect(
      List<PlainEvent> events, OccurrenceQuery query, long version) {
    OccurrenceQuery.Collector collector = query.collect();
    events.forEach(event -> collector.add(event, component -> true));
    return collector.page(Position.of(version));
  }

  /** A page taken to its end. */
  private static final class Page {
    private final List<OccurrenceKey> keys = new ArrayList<>();
    private final @Nullable String cursor;
    private final boolean changed;

    Page(OccurrencePage page) {
      for (FoundOccurrence found = page.next(); found != null; found = page.next()) {
        keys.add(found.key());
      }
      cursor = page.cursor();
      changed = page.changed();
    }
  }
}
