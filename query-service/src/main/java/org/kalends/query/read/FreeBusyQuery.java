package org.kalends.query.read;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kalends.indexer.index.ComponentView;
import org.kalends.indexer.index.IndexEntry;
import org.kalends.indexer.recurrence.Occurrence;
import org.kalends.indexer.recurrence.OccurrenceCursor;
import org.kalends.indexer.rule.StepBudget;
import org.kalends.indexer.rule.StepBudgetExceededException;
import org.kalends.schemas.AttendeeAddress;
import org.kalends.schemas.avro.EventStatus;
import org.kalends.schemas.avro.ParticipationStatus;
import org.kalends.schemas.avro.Transparency;

/**
 * Asks when each of several subjects is busy, by the newest copies of their meetings.
 *
 * <p>Free are TRANSPARENT and CANCELLED events, those without length, and those that the attendee
 * declined or delegated. Tentative are events of STATUS TENTATIVE and those that the attendee has
 * answered tentatively, not yet, or in a way unknown here (RFC 5545 §3.2.12 reads that as
 * NEEDS-ACTION).
 *
 * @param subjects each once, in the order asked
 * @param steps how many steps of expansion it may take in all
 */
public record FreeBusyQuery(List<Subject> subjects, Window window, long steps) {
  public FreeBusyQuery {
    subjects = List.copyOf(subjects);
  }

  /** A new budget for the whole query. */
  public StepBudget budget() {
    return new StepBudget(steps);
  }

  /**
   * The subject's busy periods.
   *
   * @throws org.kalends.schemas.http.ProblemException step-budget-exceeded
   */
  public List<BusyPeriod> periods(Subject subject, List<IndexEntry> entries, StepBudget budget) {
    Meetings meetings = new Meetings();
    entries.forEach(entry -> meetings.add(subject, ExpandableEvent.of(entry)));
    BusyTime busy = new BusyTime(window.range());
    try {
      meetings.newest().forEach(meeting -> add(busy, subject, meeting.event(), budget));
    } catch (StepBudgetExceededException e) {
      throw OccurrenceQuery.tooManySteps(steps);
    }
    return busy.periods();
  }

  private void add(BusyTime busy, Subject subject, ExpandableEvent event, StepBudget budget) {
    OccurrenceCursor cursor = event.occurrences(window.range(), window.zone(), budget);
    for (Occurrence occurrence = cursor.next(); occurrence != null; occurrence = cursor.next()) {
      BusyPeriod.Type type = typeOf(subject, event.component(occurrence.override()));
      if (type != null) {
        busy.add(occurrence.startMillis(), occurrence.endMillis(), type);
      }
    }
  }

  /** How busy a component makes the subject, or null for free. */
  static BusyPeriod.@Nullable Type typeOf(Subject subject, ComponentView component) {
    if (component.transparency() == Transparency.TRANSPARENT
        || component.status() == EventStatus.CANCELLED) {
      return null;
    }
    BusyPeriod.Type byStatus =
        component.status() == EventStatus.TENTATIVE
            ? BusyPeriod.Type.BUSY_TENTATIVE
            : BusyPeriod.Type.BUSY;
    return switch (subject) {
      case Subject.OfCalendar calendar -> byStatus;
      case Subject.OfAttendee(AttendeeAddress attendee) -> {
        ParticipationStatus status = component.participation(attendee);
        if (status == null) {
          yield null;
        }
        yield switch (status) {
          case DECLINED, DELEGATED -> null;
          case ACCEPTED -> byStatus;
          case TENTATIVE, NEEDS_ACTION, OTHER -> BusyPeriod.Type.BUSY_TENTATIVE;
        };
      }
    };
  }
}
