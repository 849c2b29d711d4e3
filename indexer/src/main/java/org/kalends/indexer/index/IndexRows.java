package org.kalends.indexer.index;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.kalends.indexer.recurrence.EventExpansion;
import org.kalends.indexer.recurrence.EventSpan;
import org.kalends.schemas.AttendeeAddress;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;
import org.kalends.schemas.avro.EntrySpan;
import org.kalends.schemas.avro.Event;
import org.kalends.schemas.avro.SubjectEntry;

/**
 * The rows of one event: one in its calendar's dtend-index and one in that of each attendee, all
 * with the same entry. A pure function of the event, and nothing else writes these rows: an update
 * goes from the rows of the old event to those of the new.
 */
public final class IndexRows {
  private final CalendarId calendar;
  private final EventUid uid;
  private final SpanBand band;
  private final EventSpan span;
  private final Set<AttendeeAddress> attendees;
  private final byte[] entry;

  private IndexRows(
      CalendarId calendar,
      EventUid uid,
      SpanBand band,
      EventSpan span,
      Set<AttendeeAddress> attendees,
      byte[] entry) {
    this.calendar = calendar;
    this.uid = uid;
    this.band = band;
    this.span = span;
    this.attendees = attendees;
    this.entry = entry;
  }

  /**
   * The rows of an event.
   *
   * @param event that {@code EventRules} found valid
   * @param expansion of this event
   * @throws IllegalArgumentException when an address cannot be indexed, or more than {@code
   *     EventLimits.MAX_ATTENDEES} take part
   */
  public static IndexRows of(CalendarId calendar, Event event, EventExpansion expansion) {
    return at(calendar, event, expansion.span());
  }

  static IndexRows at(CalendarId calendar, Event event, EventSpan span) {
    return new IndexRows(
        calendar,
        new EventUid(event.getUid()),
        SpanBand.of(span),
        span,
        Participants.addresses(event),
        IndexEntry.encode(calendar, event));
  }

  /** The rows of a stored event, where they lie. */
  public static IndexRows stored(CalendarId calendar, EventUid uid, IdIndexValue value) {
    return new IndexRows(
        calendar,
        uid,
        value.band(),
        value.span(),
        value.attendees(),
        IndexEntry.encode(calendar, value.event()));
  }

  /**
   * What turns the old rows into the new. Rows that are equal are not written.
   *
   * @param old null when the event is new
   * @param next null when the event goes
   */
  public static RowUpdate update(@Nullable IndexRows old, @Nullable IndexRows next) {
    SortedMap<AttendeeAddress, SubjectEntry> attendees = new TreeMap<>();
    for (AttendeeAddress attendee : union(old, next)) {
      SubjectEntry change = attendeeChange(rowFor(attendee, old), rowFor(attendee, next));
      if (change != null) {
        attendees.put(attendee, change);
      }
    }
    IndexRows written = written(old, next);
    IndexRows removed = removed(old, next);
    return new RowUpdate(
        removed == null ? null : removed.calendarKey(),
        written == null ? null : written.calendarKey(),
        written == null ? null : written.entry,
        attendees);
  }

  private static @Nullable SubjectEntry attendeeChange(
      @Nullable IndexRows old, @Nullable IndexRows next) {
    IndexRows written = written(old, next);
    if (written != null) {
      IndexRows removed = removed(old, next);
      return new SubjectEntry(
          written.uid.value(),
          removed == null ? null : removed.place(),
          written.place(),
          ByteBuffer.wrap(written.entry));
    }
    return old != null && next == null
        ? new SubjectEntry(old.uid.value(), old.place(), null, null)
        : null;
  }

  /** The rows whose row goes: the old, unless the new one takes its very place. */
  private static @Nullable IndexRows removed(@Nullable IndexRows old, @Nullable IndexRows next) {
    return old == null || next != null && old.placedAs(next) ? null : old;
  }

  /** The rows whose row is written: the new, unless the old one is equal. */
  private static @Nullable IndexRows written(@Nullable IndexRows old, @Nullable IndexRows next) {
    boolean equal =
        old != null && next != null && old.placedAs(next) && Arrays.equals(old.entry, next.entry);
    return equal ? null : next;
  }

  private static @Nullable IndexRows rowFor(AttendeeAddress attendee, @Nullable IndexRows rows) {
    return rows != null && rows.attendees.contains(attendee) ? rows : null;
  }

  private static Set<AttendeeAddress> union(@Nullable IndexRows old, @Nullable IndexRows next) {
    Set<AttendeeAddress> union = new HashSet<>();
    if (old != null) {
      union.addAll(old.attendees);
    }
    if (next != null) {
      union.addAll(next.attendees);
    }
    return union;
  }

  private boolean placedAs(IndexRows other) {
    return band == other.band && span.equals(other.span);
  }

  /** The key of the row in the calendar's dtend-index. */
  public byte[] calendarKey() {
    return DtendIndexKey.ofCalendar(calendar, band, span, uid).encode();
  }

  /** The key of the row in the attendee's dtend-index. */
  public byte[] attendeeKey(AttendeeAddress attendee) {
    return DtendIndexKey.ofAttendee(attendee, band, span, calendar, uid).encode();
  }

  /** The key of the row in an attendee's dtend-index, from where a topic's record says it lies. */
  public static byte[] attendeeKey(
      AttendeeAddress attendee, EntrySpan place, CalendarId calendar, EventUid uid) {
    EventSpan span = new EventSpan(place.getDtstartMillis(), place.getDtendMillis());
    return DtendIndexKey.ofAttendee(attendee, SpanBand.ofCode(place.getBand()), span, calendar, uid)
        .encode();
  }

  /** Where the rows lie, as topics tell it. */
  public EntrySpan place() {
    return new EntrySpan(span.startMillis(), span.endMillis(), (int) band.code());
  }

  public SpanBand band() {
    return band;
  }

  public EventSpan span() {
    return span;
  }

  /** Attendees and organizers over the master and the overrides: each has a row. */
  public Set<AttendeeAddress> attendees() {
    return attendees;
  }

  /** Bytes of the entries of all attendees together. */
  public long attendeeBytes() {
    return (long) entry.length * attendees.size();
  }

  /** The value of all the rows. Not to be altered. */
  public byte[] entry() {
    return entry;
  }
}
