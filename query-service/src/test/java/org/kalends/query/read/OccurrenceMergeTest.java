package org.kalends.query.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.kalends.indexer.recurrence.OccurrenceCursor;
import org.kalends.indexer.rule.StepBudget;
import org.kalends.schemas.TimeRange;

class OccurrenceMergeTest {
  private static final TimeRange ALWAYS = TimeRange.ofMillis(0, 1_000_000_000);

  @Test
  void shouldLetGoOfEventsThatCannotBeOnThePage() {
    OccurrenceMerge merge = new OccurrenceMerge(3);
    List<AtomicInteger> taken = new ArrayList<>();
    for (int start : List.of(50, 40, 30, 20, 10)) {
      AtomicInteger count = new AtomicInteger();
      taken.add(count);
      merge.add(occurrences("u" + start, count, IntStream.range(start, start + 20).toArray()));
    }

    List<Long> starts = new ArrayList<>();
    for (FoundOccurrence found = merge.peek(); found != null; found = merge.peek()) {
      starts.add(found.key().startMillis() / 1_000);
      merge.advance();
      if (starts.size() == 3) {
        break;
      }
    }

    assertThat(starts).containsExactly(10L, 11L, 12L);
    assertThat(taken.getFirst()).as("the last event is looked at no further").hasValue(2);
  }

  private static EventOccurrences occurrences(String uid, AtomicInteger taken, int... starts) {
    PlainEvent event =
        PlainEvent.of(
            "c",
            uid,
            IntStream.of(starts)
                .mapToObj(start -> PlainEvent.occurrence(start, start + 1, (long) start))
                .toList());
    OccurrenceCursor cursor =
        event.occurrences(ALWAYS, ZoneOffset.UTC, new StepBudget(StepBudget.DEFAULT_STEPS));
    return new EventOccurrences(
        event,
        () -> {
          taken.incrementAndGet();
          return cursor.next();
        },
        component -> true,
        null);
  }
}
