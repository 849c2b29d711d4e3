package org.kalends.indexer.topology;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.kalends.indexer.index.CalendarRow;
import org.kalends.indexer.index.Etags;
import org.kalends.indexer.index.IndexRows;
import org.kalends.indexer.recurrence.EventExpansion;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;
import org.kalends.schemas.avro.CalendarChange;
import org.kalends.schemas.avro.Change;
import org.kalends.schemas.avro.ChangeAction;
import org.kalends.schemas.avro.Event;
import org.kalends.schemas.avro.Outcome;
import org.kalends.schemas.avro.OutcomeStatus;
import org.kalends.schemas.event.EventLimits;
import org.kalends.schemas.event.EventRules;
import org.kalends.schemas.event.InvalidEventException;
import org.kalends.schemas.http.ProblemType;

/**
 * What a change set does to a calendar, computed before anything is written: each change sees those
 * before it, and one event that is changed twice has one transition from what was stored to what
 * stands at the end. Pure but for the look-ups. One thread.
 */
final class ChangeSet {
  /**
   * What becomes of one event.
   *
   * @param old as stored, null when there was none
   * @param next as it stands at the end, null when it goes
   */
  record Transition(EventUid uid, @Nullable EventState old, @Nullable EventState next) {}

  private final CalendarId calendar;
  private final Function<EventUid, @Nullable EventState> stored;
  private final Map<EventUid, Transition> transitions = new LinkedHashMap<>();
  private final List<EventState> unchanged = new ArrayList<>();
  private List<Outcome> outcomes = new ArrayList<>();
  private CalendarRow row;

  private ChangeSet(
      CalendarId calendar, CalendarRow row, Function<EventUid, @Nullable EventState> stored) {
    this.calendar = calendar;
    this.row = row;
    this.stored = stored;
  }

  /**
   * Computes the set.
   *
   * @param row the calendar's as stored
   * @param stored looks up the calendar's events
   */
  static ChangeSet of(
      CalendarId calendar,
      CalendarRow row,
      CalendarChange change,
      Function<EventUid, @Nullable EventState> stored) {
    ChangeSet set = new ChangeSet(calendar, row, stored);
    for (Change each : change.getChanges()) {
      set.outcomes.add(set.apply(each));
    }
    if (change.getAtomic()
        && set.outcomes.stream()
            .anyMatch(outcome -> outcome.getStatus() == OutcomeStatus.REJECTED)) {
      set.withdraw(row);
    }
    return set;
  }

  /** The calendar's row at the end. */
  CalendarRow row() {
    return row;
  }

  /** Only the events that differ at the end. */
  List<Transition> transitions() {
    return List.copyOf(transitions.values());
  }

  /** Events that a change found as it wants them. */
  List<EventState> unchanged() {
    return unchanged;
  }

  /** One for each change, in their order. */
  List<Outcome> outcomes() {
    return outcomes;
  }

  private Outcome apply(Change change) {
    if (change.getAction() == ChangeAction.DELETE_CALENDAR) {
      return rejected(
          change.getUid(),
          null,
          ProblemType.INVALID_REQUEST,
          "The deletion of a calendar stands alone in its change set; calendar=" + calendar,
          null);
    }
    EventUid uid;
    try {
      uid = new EventUid(change.getUid());
    } catch (IllegalArgumentException e) {
      return rejected(
          change.getUid(), null, ProblemType.INVALID_EVENT, String.valueOf(e.getMessage()), "UID");
    }
    EventState now = current(uid);
    Outcome unmet = unmetPrecondition(change, now);
    if (unmet != null) {
      return unmet;
    }
    return change.getAction() == ChangeAction.PUT ? put(uid, change, now) : delete(uid, now);
  }

  private Outcome put(EventUid uid, Change change, @Nullable EventState now) {
    Event event = change.getEvent();
    if (event == null || !event.getUid().equals(uid.value())) {
      String found = event == null ? "none" : event.getUid();
      return rejected(
          uid.value(),
          now,
          ProblemType.UID_MISMATCH,
          "A PUT brings the event of its uid; uid=" + uid + " event=" + found,
          "UID");
    }
    String etag = Etags.of(event);
    if (now != null && now.etag().equals(etag)) {
      unchanged.add(now);
      return new Outcome(uid.value(), OutcomeStatus.UNCHANGED, etag, null);
    }
    EventExpansion expansion;
    try {
      EventRules.check(event);
      expansion = EventExpansion.compile(event);
    } catch (InvalidEventException e) {
      return Rejections.outcome(uid.value(), now == null ? null : now.etag(), e);
    }
    IndexRows rows = IndexRows.of(calendar, event, expansion);
    if (rows.attendeeBytes() > EventLimits.MAX_ATTENDEE_ENTRY_BYTES) {
      return Rejections.outcome(uid.value(), now == null ? null : now.etag(), tooLarge(rows));
    }
    long seq = row.seq() + 1;
    EventState next = new EventState(seq, etag, event, rows);
    row =
        without(uid, now)
            .plus(uid, etag, event.getOverrides().size(), next.rows().span())
            .withSeq(seq);
    stand(uid, next);
    return new Outcome(
        uid.value(), now == null ? OutcomeStatus.CREATED : OutcomeStatus.UPDATED, etag, null);
  }

  private static InvalidEventException tooLarge(IndexRows rows) {
    return InvalidEventException.limit(
        "The event is too large for so many attendees: shorten its summary, location or rules;"
            + " attendees="
            + rows.attendees().size()
            + " entryBytes="
            + rows.entry().length,
        "ATTENDEE",
        "attendees × bytes of the entry ≤ " + EventLimits.MAX_ATTENDEE_ENTRY_BYTES);
  }

  private Outcome delete(EventUid uid, @Nullable EventState now) {
    if (now == null) {
      return rejected(
          uid.value(),
          null,
          ProblemType.EVENT_NOT_FOUND,
          "There is no such event; calendar=" + calendar + " uid=" + uid,
          null);
    }
    row = without(uid, now).withSeq(row.seq() + 1);
    stand(uid, null);
    return new Outcome(uid.value(), OutcomeStatus.DELETED, null, null);
  }

  private CalendarRow without(EventUid uid, @Nullable EventState now) {
    return now == null ? row : row.minus(uid, now.etag(), now.event().getOverrides().size());
  }

  private @Nullable EventState current(EventUid uid) {
    Transition transition = transitions.get(uid);
    return transition == null ? stored.apply(uid) : transition.next();
  }

  private void stand(EventUid uid, @Nullable EventState next) {
    Transition before = transitions.get(uid);
    EventState old = before == null ? stored.apply(uid) : before.old();
    transitions.put(uid, new Transition(uid, old, next));
  }

  private static @Nullable Outcome unmetPrecondition(Change change, @Nullable EventState now) {
    String wanted = change.getIfMatch();
    if (wanted != null && (now == null || !wanted.equals("*") && !wanted.equals(now.etag()))) {
      String found = now == null ? "none" : now.etag();
      return rejected(
          change.getUid(),
          now,
          ProblemType.PRECONDITION_FAILED,
          "The event has another etag; uid="
              + change.getUid()
              + " ifMatch="
              + wanted
              + " etag="
              + found,
          null);
    }
    if (change.getIfNoneMatch() && now != null) {
      return rejected(
          change.getUid(),
          now,
          ProblemType.PRECONDITION_FAILED,
          "The event exists; uid=" + change.getUid() + " etag=" + now.etag(),
          null);
    }
    return null;
  }

  /** Nothing of an atomic set is applied once one change of it is rejected. */
  private void withdraw(CalendarRow before) {
    row = before;
    transitions.clear();
    unchanged.clear();
    List<Outcome> withdrawn = new ArrayList<>();
    for (Outcome outcome : outcomes) {
      boolean itself = outcome.getStatus() == OutcomeStatus.REJECTED;
      withdrawn.add(
          itself
              ? outcome
              : rejected(
                  outcome.getUid(),
                  stored.apply(new EventUid(outcome.getUid())),
                  ProblemType.ATOMIC_SET_REJECTED,
                  "Another change of the atomic set is rejected; uid=" + outcome.getUid(),
                  null));
    }
    outcomes = withdrawn;
  }

  private static Outcome rejected(
      String uid,
      @Nullable EventState now,
      ProblemType type,
      String detail,
      @Nullable String property) {
    return Rejections.outcome(uid, now == null ? null : now.etag(), type, detail, property);
  }
}
