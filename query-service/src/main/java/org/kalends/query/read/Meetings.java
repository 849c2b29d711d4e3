package org.kalends.query.read;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.kalends.indexer.index.ComponentView;
import org.kalends.schemas.AttendeeAddress;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;
import org.kalends.schemas.avro.ParticipationStatus;

/**
 * The events that several subjects have, each once however many of them have it: several attendees
 * share a meeting, and several calendars keep copies of it under one UID (RFC 5545 §3.8.4.7). One
 * thread.
 */
public final class Meetings {
  /** By SEQUENCE, then time of modification (RFC 5546 §2.1.5); the calendar's name breaks ties. */
  private static final Comparator<Meeting> NEWNESS =
      Comparator.<Meeting>comparingInt(meeting -> meeting.event.sequence())
          .thenComparingLong(meeting -> meeting.event.modifiedMillis())
          .thenComparing(meeting -> meeting.event.calendar(), Comparator.reverseOrder());

  private final Map<Copy, Meeting> copies = new LinkedHashMap<>();

  private record Copy(CalendarId calendar, EventUid uid) {}

  /** One event of one calendar, and who of those asked for has it. */
  public static final class Meeting {
    private final ExpandableEvent event;
    private final Set<AttendeeAddress> attendees = new TreeSet<>();
    private boolean whole;

    private Meeting(ExpandableEvent event) {
      this.event = event;
    }

    public ExpandableEvent event() {
      return event;
    }

    /**
     * Which of its components count: those that an attendee asked for takes part in, or all where
     * the calendar itself is asked for.
     *
     * @param declined whether what an attendee declined counts as well
     */
    public Predicate<ComponentView> shown(boolean declined) {
      if (whole) {
        return component -> true;
      }
      return component -> {
        for (AttendeeAddress attendee : attendees) {
          ParticipationStatus status = component.participation(attendee);
          if (status != null && (declined || status != ParticipationStatus.DECLINED)) {
            return true;
          }
        }
        return false;
      };
    }
  }

  /** Adds an event that a subject has. */
  public void add(Subject subject, ExpandableEvent event) {
    Meeting meeting =
        copies.computeIfAbsent(new Copy(event.calendar(), event.uid()), copy -> new Meeting(event));
    switch (subject) {
      case Subject.OfCalendar calendar -> meeting.whole = true;
      case Subject.OfAttendee(AttendeeAddress attendee) -> meeting.attendees.add(attendee);
    }
  }

  /** How many copies there are. */
  public int size() {
    return copies.size();
  }

  /** Every copy. */
  public Collection<Meeting> all() {
    return copies.values();
  }

  /** The newest copy of each meeting. */
  public Collection<Meeting> newest() {
    Map<EventUid, Meeting> newest = new HashMap<>();
    for (Meeting meeting : copies.values()) {
      newest.merge(
          meeting.event.uid(),
          meeting,
          (one, other) -> NEWNESS.compare(one, other) >= 0 ? one : other);
    }
    return newest.values();
  }
}
