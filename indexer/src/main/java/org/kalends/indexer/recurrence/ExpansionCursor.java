package org.kalends.indexer.recurrence;

import java.time.Instant;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;
import org.kalends.indexer.rule.RuleSequence;
import org.kalends.indexer.rule.StepBudget;
import org.kalends.indexer.zone.WallClock;
import org.kalends.schemas.TimeRange;
import org.kalends.schemas.avro.CalendarTime;

/**
 * Walks through a series from the window's start and merges it with its overrides. Instances come
 * in order of their original starts; shifts and zone steps can disturb that by a bounded time, so a
 * small heap holds them back until nothing earlier can come.
 */
final class ExpansionCursor implements OccurrenceCursor {
  /** More than any step of a zone's offset but a skipped day. */
  private static final long ZONE_STEP_SECONDS = 3 * 3600;

  /** A window so long is not searched for a skipped day: a day more costs it nothing. */
  private static final long LONG_WINDOW_SECONDS = 400L * 86_400;

  private static final long DAY_SECONDS = 86_400;
  private static final long MILLIS = 1000;

  private final @Nullable Series series;
  private final Overrides overrides;
  private final TimeRange window;
  private final ZoneRules asker;
  private final StepBudget budget;
  private final boolean recurs;
  private final PriorityQueue<Occurrence> waiting = new PriorityQueue<>(Occurrence.IN_TIME);
  private final long slack;
  private final long lastMoment;
  private final Series.@Nullable Walk walk;
  private boolean walking;
  private long reached;
  private @Nullable Occurrence before;

  ExpansionCursor(
      @Nullable Series series,
      Overrides overrides,
      TimeRange window,
      ZoneRules asker,
      StepBudget budget) {
    this.series = series;
    this.overrides = overrides;
    this.window = window;
    this.asker = asker;
    this.budget = budget;
    this.recurs = series == null || series.recurs() || !overrides.isEmpty();
    if (series == null) {
      this.slack = 0;
      this.lastMoment = 0;
      this.walk = null;
    } else {
      long longest = series.longestSeconds();
      long shift = 0;
      for (Overrides.Segment segment : overrides.segments()) {
        longest = Math.max(longest, segment.length().atMostSeconds());
        shift = Math.max(shift, Math.abs(segment.shift()) + DAY_SECONDS);
      }
      this.slack = shift + ZONE_STEP_SECONDS + (skipsADay() ? DAY_SECONDS : 0);
      this.lastMoment = moment(window.to().getEpochSecond() + 1) + slack;
      this.reached = moment(window.from().getEpochSecond()) - longest - slack;
      this.walk = series.between(reached, lastMoment + 1);
      this.walking = true;
    }
    addSingles();
  }

  /** Whether the zone that places the series may skip a day around the window, as Apia's did. */
  private boolean skipsADay() {
    ZoneRules rules =
        series != null && series.timeline().fixed() ? series.timeline().rules() : asker;
    if (rules.isFixedOffset()) {
      return false;
    }
    Instant end = window.to().plusSeconds(2 * DAY_SECONDS);
    Instant at = window.from().minusSeconds(2 * DAY_SECONDS);
    if (at.plusSeconds(LONG_WINDOW_SECONDS).isBefore(end)) {
      return true;
    }
    while (true) {
      ZoneOffsetTransition next = rules.nextTransition(at);
      if (next == null || next.getInstant().isAfter(end)) {
        return false;
      }
      if (next.getDuration().toSeconds() > ZONE_STEP_SECONDS) {
        return true;
      }
      at = next.getInstant();
    }
  }

  /** What the asker's instant is in moments of the series. */
  private long moment(long instant) {
    return series == null || series.timeline().fixed()
        ? instant
        : instant + WallClock.offset(asker, instant);
  }

  private void addSingles() {
    for (Overrides.Single single : overrides.singles()) {
      add(
          occurrence(
              single.timeline(),
              single.start(),
              single.end(),
              single.recurrenceId(),
              single.index()));
    }
  }

  @Override
  public @Nullable Occurrence next() {
    while (true) {
      while (walking && (waiting.isEmpty() || startOf(waiting.peek()) > reached - slack)) {
        step();
      }
      Occurrence next = waiting.poll();
      // two local times of a rule that a gap puts on one instant are one instance
      if (next == null || before == null || !next.equals(before)) {
        before = next;
        return next;
      }
    }
  }

  private long startOf(Occurrence occurrence) {
    return moment(Math.floorDiv(occurrence.startMillis(), MILLIS));
  }

  private void step() {
    if (series == null || walk == null) {
      throw new IllegalStateException("there is no series to walk through");
    }
    long moment = walk.next(budget);
    if (moment == RuleSequence.END || moment > lastMoment) {
      walking = false;
      return;
    }
    reached = Math.max(reached, moment);
    if (!overrides.isOverridden(moment)) {
      add(instance(series, moment));
    }
  }

  private Occurrence instance(Series of, long moment) {
    CalendarTime id = recurs ? of.timeline().told(moment) : null;
    Overrides.Segment segment = overrides.segmentOf(moment);
    if (segment == null) {
      return occurrence(
          of.timeline(),
          moment,
          of.lengthAt(moment).endOf(moment, of.timeline()),
          id,
          Occurrence.MASTER);
    }
    long start = segment.timeline().moment(of.timeline().local(moment) + segment.shift());
    return occurrence(
        segment.timeline(),
        start,
        segment.length().endOf(start, segment.timeline()),
        id,
        segment.index());
  }

  private Occurrence occurrence(
      Timeline timeline, long start, long end, @Nullable CalendarTime id, int override) {
    long startMillis = instant(timeline, start) * MILLIS;
    long endMillis = Math.max(startMillis, instant(timeline, end) * MILLIS);
    return new Occurrence(
        startMillis, endMillis, timeline.told(start), timeline.told(end), id, override);
  }

  private long instant(Timeline timeline, long moment) {
    return timeline.fixed() ? moment : WallClock.instant(asker, moment);
  }

  private void add(Occurrence occurrence) {
    if (window.overlaps(occurrence.startMillis(), occurrence.endMillis())) {
      waiting.add(occurrence);
    }
  }
}
