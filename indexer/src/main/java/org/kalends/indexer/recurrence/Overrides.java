package org.kalends.indexer.recurrence;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.kalends.indexer.rule.RuleSequence;
import org.kalends.indexer.zone.ZoneResolver;
import org.kalends.schemas.avro.CalendarTime;
import org.kalends.schemas.avro.Component;
import org.kalends.schemas.avro.Event;
import org.kalends.schemas.avro.EventOverride;
import org.kalends.schemas.avro.TimeForm;
import org.kalends.schemas.event.InvalidEventException;

/**
 * The overrides of an event (RFC 5545 §3.8.4.4): those of single instances, and those of an
 * instance and all later ones, which cut the series into segments, each with its shift and length.
 * Immutable.
 */
final class Overrides {
  private static final int SECONDS_A_DAY = 86_400;

  /**
   * An override of one instance.
   *
   * @param index in the event
   * @param recurrenceId the original start, of form UTC, DATE or FLOATING
   * @param start moment of its own timeline
   */
  record Single(
      int index, CalendarTime recurrenceId, Timeline timeline, long start, Length length) {
    long end() {
      return length.endOf(start, timeline);
    }
  }

  /**
   * An override of an instance and all later ones.
   *
   * @param shift seconds by the wall clock from an original start to its new one
   */
  record Segment(int index, long shift, Timeline timeline, Length length) {}

  private final List<Single> singles;
  private final NavigableMap<Long, Segment> segments;
  private final @Nullable Moments overridden;

  private Overrides(
      List<Single> singles, NavigableMap<Long, Segment> segments, @Nullable Moments overridden) {
    this.singles = singles;
    this.segments = segments;
    this.overridden = overridden;
  }

  static Overrides of(Event event, @Nullable Series series, ZoneResolver zones)
      throws InvalidEventException {
    Map<Object, Integer> newest = new HashMap<>();
    Map<Object, Integer> newestSegments = new HashMap<>();
    Moments overridden = series == null ? null : new Moments(series.timeline());
    List<EventOverride> all = event.getOverrides();
    for (int i = 0; i < all.size(); i++) {
      EventOverride override = all.get(i);
      boolean segment = override.getThisAndFuture() && series != null;
      try {
        (segment ? newestSegments : newest)
            .merge(
                identity(override.getRecurrenceId(), series, zones),
                i,
                (one, other) -> newer(all, one, other));
        if (!segment && overridden != null) {
          overridden.add(override.getRecurrenceId(), zones, "RECURRENCE-ID");
        }
      } catch (InvalidEventException e) {
        throw e.inOverride(i);
      }
    }
    List<Single> singles = new ArrayList<>();
    for (int index : newest.values()) {
      try {
        singles.add(single(all.get(index), index, series, zones));
      } catch (InvalidEventException e) {
        throw e.inOverride(index);
      }
    }
    return new Overrides(
        singles, segments(all, newestSegments.values(), series, zones), overridden);
  }

  /** What two overrides of one instance have in common. */
  private static Object identity(CalendarTime id, @Nullable Series series, ZoneResolver zones)
      throws InvalidEventException {
    if (series != null) {
      return instance(id, series, zones);
    }
    Timeline own = new Timeline(id.getForm(), zones.rules(id, "RECURRENCE-ID"));
    return List.of(own.fixed(), own.moment(id.getLocal()));
  }

  /** The higher SEQUENCE counts; of equal ones the later in the event. */
  private static int newer(List<EventOverride> all, int one, int other) {
    int first = all.get(one).getComponent().getSequence();
    int second = all.get(other).getComponent().getSequence();
    return first > second ? one : other;
  }

  private static Single single(
      EventOverride override, int index, @Nullable Series series, ZoneResolver zones)
      throws InvalidEventException {
    Component component = override.getComponent();
    Timeline timeline = Timeline.of(component.getStart(), zones);
    return new Single(
        index,
        original(override.getRecurrenceId(), series, zones),
        timeline,
        timeline.moment(component.getStart().getLocal()),
        Length.of(component.getStart(), component.getEnd(), component.getDuration(), zones));
  }

  private static CalendarTime original(CalendarTime id, @Nullable Series series, ZoneResolver zones)
      throws InvalidEventException {
    if (series != null) {
      return series.timeline().told(instance(id, series, zones));
    }
    Timeline own = new Timeline(id.getForm(), zones.rules(id, "RECURRENCE-ID"));
    return own.told(Moments.of(id, own, zones, "RECURRENCE-ID"));
  }

  /**
   * The moment of the instance that a RECURRENCE-ID names. A date on a timed series names the first
   * of its day, or midnight when that day has none.
   */
  private static long instance(CalendarTime id, Series series, ZoneResolver zones)
      throws InvalidEventException {
    if (id.getForm() == TimeForm.DATE && !series.timeline().allDay()) {
      long first = series.firstOn(Math.floorDiv(id.getLocal(), SECONDS_A_DAY));
      if (first != RuleSequence.END) {
        return first;
      }
    }
    return Moments.of(id, series.timeline(), zones, "RECURRENCE-ID");
  }

  private static NavigableMap<Long, Segment> segments(
      List<EventOverride> all,
      Collection<Integer> indexes,
      @Nullable Series series,
      ZoneResolver zones)
      throws InvalidEventException {
    NavigableMap<Long, Segment> segments = new TreeMap<>();
    for (int index : indexes) {
      if (series != null) {
        try {
          EventOverride override = all.get(index);
          long id = instance(override.getRecurrenceId(), series, zones);
          segments.put(id, segment(override.getComponent(), index, id, series, zones));
        } catch (InvalidEventException e) {
          throw e.inOverride(index);
        }
      }
    }
    return segments;
  }

  private static Segment segment(
      Component component, int index, long id, Series series, ZoneResolver zones)
      throws InvalidEventException {
    return new Segment(
        index,
        component.getStart().getLocal() - series.timeline().local(id),
        Timeline.of(component.getStart(), zones),
        Length.of(component.getStart(), component.getEnd(), component.getDuration(), zones));
  }

  List<Single> singles() {
    return singles;
  }

  /** The segment that an instance lies in, or null before the first. */
  @Nullable Segment segmentOf(long moment) {
    Map.Entry<Long, Segment> segment = segments.floorEntry(moment);
    return segment == null ? null : segment.getValue();
  }

  Iterable<Segment> segments() {
    return segments.values();
  }

  /** Whether a single override stands for the instance. */
  boolean isOverridden(long moment) {
    return overridden != null && overridden.contains(moment);
  }

  boolean isEmpty() {
    return singles.isEmpty() && segments.isEmpty();
  }
}
