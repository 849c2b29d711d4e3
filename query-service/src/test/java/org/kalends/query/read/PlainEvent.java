package org.kalends.query.read;

import java.time.ZoneId;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kalends.indexer.index.ComponentView;
import org.kalends.indexer.recurrence.Occurrence;
import org.kalends.indexer.recurrence.OccurrenceCursor;
import org.kalends.indexer.rule.StepBudget;
import org.kalends.schemas.AttendeeAddress;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;
import org.kalends.schemas.TimeRange;
import org.kalends.schemas.avro.CalendarTime;
import org.kalends.schemas.avro.EventStatus;
import org.kalends.schemas.avro.ParticipationStatus;
import org.kalends.schemas.avro.TimeForm;
import org.kalends.schemas.avro.Transparency;

/** An event that is a list of occurrences; each costs one step. */
record PlainEvent(
    CalendarId calendar,
    EventUid uid,
    int sequence,
    long modifiedMillis,
    List<Occurrence> occurrences,
    ComponentView component)
    implements ExpandableEvent {
  static PlainEvent of(String calendar, String uid, List<Occurrence> occurrences) {
    return new PlainEvent(
        new CalendarId(calendar), new EventUid(uid), 0, 0, occurrences, Fields.opaque(Map.of()));
  }

  PlainEvent newness(int newSequence, long newModified) {
    return new PlainEvent(calendar, uid, newSequence, newModified, occurrences, component);
  }

  PlainEvent with(ComponentView fields) {
    return new PlainEvent(calendar, uid, sequence, modifiedMillis, occurrences, fields);
  }

  /**
   * @param original seconds of the recurrence id, or null
   */
  static Occurrence occurrence(long startSecond, long endSecond, @Nullable Long original) {
    return new Occurrence(
        startSecond * 1_000,
        endSecond * 1_000,
        new CalendarTime(TimeForm.UTC, startSecond, null),
        new CalendarTime(TimeForm.UTC, endSecond, null),
        original == null ? null : new CalendarTime(TimeForm.UTC, original, null),
        Occurrence.MASTER);
  }

  /** Ties stay in the order of the list. */
  @Override
  public OccurrenceCursor occurrences(TimeRange window, ZoneId zone, StepBudget budget) {
    Iterator<Occurrence> left =
        occurrences.stream()
            .filter(each -> window.overlaps(each.startMillis(), each.endMillis()))
            .sorted(Occurrence.IN_TIME)
            .iterator();
    return () -> {
      budget.step();
      return left.hasNext() ? left.next() : null;
    };
  }

  @Override
  public ComponentView component(int override) {
    return component;
  }

  OccurrenceKey keyOf(Occurrence occurrence) {
    return OccurrenceKey.of(occurrence, uid.value(), calendar.value());
  }

  static final Comparator<OccurrenceKey> IN_ORDER =
      Comparator.comparingLong(OccurrenceKey::startMillis)
          .thenComparingLong(OccurrenceKey::endMillis)
          .thenComparing(OccurrenceKey::uid)
          .thenComparing(OccurrenceKey::calendar)
          .thenComparingLong(OccurrenceKey::original);

  /** Fields of a component. */
  record Fields(
      EventStatus status,
      Transparency transparency,
      Map<AttendeeAddress, ParticipationStatus> participants)
      implements ComponentView {
    static Fields opaque(Map<AttendeeAddress, ParticipationStatus> participants) {
      return new Fields(EventStatus.CONFIRMED, Transparency.OPAQUE, participants);
    }

    @Override
    public @Nullable String summary() {
      return null;
    }

    @Override
    public @Nullable String location() {
      return null;
    }

    @Override
    public @Nullable String classification() {
      return null;
    }

    @Override
    public @Nullable String zone() {
      return null;
    }

    @Override
    public @Nullable ParticipationStatus participation(AttendeeAddress address) {
      return participants.get(address);
    }
  }
}
