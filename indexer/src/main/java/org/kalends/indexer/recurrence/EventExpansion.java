package org.kalends.indexer.recurrence;

import java.time.ZoneId;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.kalends.indexer.rule.RuleSequence;
import org.kalends.indexer.rule.StepBudget;
import org.kalends.indexer.zone.ZoneResolver;
import org.kalends.schemas.TimeRange;
import org.kalends.schemas.avro.Event;
import org.kalends.schemas.event.InvalidEventException;

/** An event compiled for expansion. Immutable, safe for many threads. */
public final class EventExpansion {
  /** A local time is an instant up to so much earlier or later, by the asker's zone. */
  private static final long ZONE_SECONDS = ZoneOffset.MAX.getTotalSeconds();

  private static final long MILLIS = 1000;

  private final @Nullable Series series;
  private final Overrides overrides;

  private EventExpansion(@Nullable Series series, Overrides overrides) {
    this.series = series;
    this.overrides = overrides;
  }

  /**
   * Compiles an event.
   *
   * @throws InvalidEventException when a rule, zone or time of the event is not valid
   */
  public static EventExpansion compile(Event event) throws InvalidEventException {
    ZoneResolver zones = new ZoneResolver(event.getZones());
    Series series = event.getMaster() == null ? null : Series.of(event.getMaster(), zones);
    return new EventExpansion(series, Overrides.of(event, series, zones));
  }

  /**
   * What the index files it under: covers every occurrence, for every asker; rarely wider than
   * needed.
   */
  public EventSpan span() {
    long first = Long.MAX_VALUE;
    long last = Long.MIN_VALUE;
    if (series != null) {
      long widest = 0;
      long longest = series.longestSeconds();
      for (Overrides.Segment segment : overrides.segments()) {
        widest = Math.max(widest, Math.abs(segment.shift()) + 2 * ZONE_SECONDS);
        longest = Math.max(longest, segment.length().atMostSeconds());
      }
      Timeline timeline = series.timeline();
      first = series.firstMoment() - widest - leeway(timeline);
      long bound = series.lastBound();
      if (bound == RuleSequence.END) {
        last = RuleSequence.END;
      } else if (!series.recurs() && overrides.isEmpty()) {
        last = series.lengthAt(bound).endOf(bound, timeline) + leeway(timeline);
      } else {
        last = bound + widest + longest + leeway(timeline);
      }
    }
    for (Overrides.Single single : overrides.singles()) {
      first = Math.min(first, single.start() - leeway(single.timeline()));
      last =
          Math.max(
              last,
              single.end() == RuleSequence.END ? last : single.end() + leeway(single.timeline()));
    }
    return new EventSpan(
        first * MILLIS, last == RuleSequence.END ? EventSpan.UNBOUNDED : last * MILLIS);
  }

  private static long leeway(Timeline timeline) {
    return timeline.fixed() ? 0 : ZONE_SECONDS;
  }

  /**
   * The occurrences that overlap the window (RFC 4791 §9.9), in order of time.
   *
   * @param zone the asker's, which places all-day and floating times
   */
  public OccurrenceCursor occurrences(TimeRange window, ZoneId zone, StepBudget budget) {
    return new ExpansionCursor(series, overrides, window, zone.getRules(), budget);
  }
}
