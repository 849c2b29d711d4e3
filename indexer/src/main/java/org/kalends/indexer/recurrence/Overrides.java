package org.kalends.indexer.recurrence;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.kalends.indexer.zone.ZoneResolver;
import org.kalends.schemas.avro.CalendarTime;
import org.kalends.schemas.avro.Component;
import org.kalends.schemas.avro.Event;
import org.kalends.schemas.avro.EventOverride;
import org.kalends.schemas.event.InvalidEventException;

/**
 * The overrides of an event (RFC 5545 §3.8.4.4): those of single instances, and those of an
 * instance and all later ones, which cut the series into segments, each with its shift and length.
 * Immutable.
 */
final class Overrides {
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
    NavigableMap<Long, Segment> segments = new TreeMap<>();
    Moments overridden = series == null ? null : new Moments(series.timeline());
    List<EventOverride> all = event.getOverrides();
    for (int i = 0; i < all.size(); i++) {
      EventOverride override = all.get(i);
      try {
        Object id = identity(override.getRecurrenceId(), series, zones);
        if (override.getThisAndFuture() && series != null) {
          addSegment(override, i, series, segments, zones);
        } else {
          newest.merge(id, i, (one, other) -> newer(all, one, other));
          if (overridden != null) {
            overridden.add(override.getRecurrenceId(), zones, "RECURRENCE-ID");
          }
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
    return new Overrides(singles, segments, overridden);
  }

  /** What two overrides of one instance have in common. */
  private static Object identity(CalendarTime id, @Nullable Series series, ZoneResolver zones)
      throws InvalidEventException {
    if (series != null) {
      return Moments.of(id, series.timeline(), zones, "RECURRENCE-ID");
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
    Timeline timeline =
        series == null
            ? new Timeline(id.getForm(), zones.rules(id, "RECURRENCE-ID"))
            : series.timeline();
    return timeline.told(Moments.of(id, timeline, zones, "RECURRENCE-ID"));
  }

  private static void addSegment(
      EventOverride override,
      int index,
      Series series,
      NavigableMap<Long, Segment> segments,
      ZoneResolver zones)
      throws InvalidEventException {
    Component component = override.getComponent();
    Timeline timeline = Timeline.of(component.getStart(), zones);
    long id = Moments.of(override.getRecurrenceId(), series.timeline(), zones, "RECURRENCE-ID");
    long shift = component.getStart().getLocal() - series.timeline().local(id);
    segments.put(
        id,
        new Segment(
            index,
            shift,
            timeline,
            Length.of(component.getStart(), component.getEnd(), component.getDuration(), zones)));
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
