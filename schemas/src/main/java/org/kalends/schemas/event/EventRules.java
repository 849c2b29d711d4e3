package org.kalends.schemas.event;

import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kalends.schemas.AttendeeAddress;
import org.kalends.schemas.EventUid;
import org.kalends.schemas.avro.CalendarTime;
import org.kalends.schemas.avro.Component;
import org.kalends.schemas.avro.Event;
import org.kalends.schemas.avro.EventDuration;
import org.kalends.schemas.avro.EventOverride;
import org.kalends.schemas.avro.RecurrenceDate;
import org.kalends.schemas.avro.TimeForm;

/**
 * What every event keeps, beside what needs its zones: the form of its record, and {@link
 * EventLimits}.
 */
public final class EventRules {
  private static final long FIRST_SECOND =
      LocalDateTime.of(EventLimits.MIN_YEAR, 1, 1, 0, 0).toEpochSecond(ZoneOffset.UTC);
  private static final long LAST_SECOND =
      LocalDateTime.of(EventLimits.MAX_YEAR, 12, 31, 23, 59, 59).toEpochSecond(ZoneOffset.UTC);
  private static final long SECONDS_A_DAY = 86_400;

  private EventRules() {}

  /**
   * Checks an event record.
   *
   * @throws InvalidEventException with the first rule that it breaks or limit that it exceeds
   */
  public static void check(Event event) throws InvalidEventException {
    try {
      new EventUid(event.getUid());
    } catch (IllegalArgumentException e) {
      throw InvalidEventException.limit(
          String.valueOf(e.getMessage()), "UID", "UID of 1…" + EventUid.MAX_BYTES + " bytes");
    }
    if (event.getMaster() == null && event.getOverrides().isEmpty()) {
      throw InvalidEventException.broken(
          "The event has no component; uid=" + event.getUid(),
          "VEVENT",
          "RFC 5545 3.6.1: an event is a VEVENT");
    }
    checkLimits(event);
    if (event.getMaster() != null) {
      check(event.getMaster());
    }
    for (int i = 0; i < event.getOverrides().size(); i++) {
      EventOverride override = event.getOverrides().get(i);
      try {
        checkTime(override.getRecurrenceId(), "RECURRENCE-ID");
        check(override.getComponent());
      } catch (InvalidEventException e) {
        throw e.inOverride(i);
      }
    }
  }

  private static void checkLimits(Event event) throws InvalidEventException {
    if (event.getText() != null) {
      atMost(
          event.getText().getBytes(StandardCharsets.UTF_8).length,
          EventLimits.MAX_TEXT_BYTES,
          "bytes of text",
          null);
    }
    atMost(event.getOverrides().size(), EventLimits.MAX_OVERRIDES, "overrides", "RECURRENCE-ID");
    Set<String> attendees = new HashSet<>();
    addAttendees(event.getMaster(), attendees);
    for (EventOverride override : event.getOverrides()) {
      addAttendees(override.getComponent(), attendees);
    }
    atMost(attendees.size(), EventLimits.MAX_ATTENDEES, "attendees", "ATTENDEE");
    for (String attendee : attendees) {
      try {
        AttendeeAddress.of(attendee);
      } catch (IllegalArgumentException e) {
        throw InvalidEventException.limit(
            String.valueOf(e.getMessage()),
            "ATTENDEE",
            "address of 1…" + AttendeeAddress.MAX_LENGTH + " characters");
      }
    }
  }

  private static void addAttendees(@Nullable Component component, Set<String> attendees) {
    if (component != null) {
      component.getAttendees().forEach(attendee -> attendees.add(attendee.getAddress()));
      if (component.getOrganizer() != null) {
        attendees.add(component.getOrganizer());
      }
    }
  }

  private static void check(Component component) throws InvalidEventException {
    checkTime(component.getStart(), "DTSTART");
    checkEnd(
        component.getStart(), component.getEnd(), component.getDuration(), "DTEND", "DURATION");
    int dates = component.getExceptionDates().size() + component.getRecurrenceDates().size();
    atMost(
        dates, EventLimits.MAX_EXCEPTION_AND_RECURRENCE_DATES, "EXDATE and RDATE values", "EXDATE");
    atMost(
        component.getRules().size() + component.getExceptionRules().size(),
        EventLimits.MAX_RULES,
        "rules",
        "RRULE");
    for (CalendarTime excluded : component.getExceptionDates()) {
      checkTime(excluded, "EXDATE");
    }
    for (RecurrenceDate added : component.getRecurrenceDates()) {
      checkTime(added.getStart(), "RDATE");
      checkEnd(added.getStart(), added.getEnd(), added.getDuration(), "RDATE", "RDATE");
    }
    checkRules(component.getRules(), component.getStart(), "RRULE");
    checkRules(component.getExceptionRules(), component.getStart(), "EXRULE");
  }

  private static void checkRules(List<String> rules, CalendarTime start, String property)
      throws InvalidEventException {
    for (String text : rules) {
      RecurrenceRule rule = RecurrenceRule.parse(text);
      if (start.getForm() == TimeForm.DATE && rule.frequency().isSubDaily()) {
        throw InvalidEventException.broken(
            "An all-day event cannot recur within a day; FREQ=" + rule.frequency(),
            property,
            "RFC 5545 3.3.10: the time parts of a rule are not for dates");
      }
    }
  }

  private static void checkTime(CalendarTime time, String property) throws InvalidEventException {
    if (time.getLocal() < FIRST_SECOND || time.getLocal() > LAST_SECOND) {
      throw InvalidEventException.limit(
          "The time is out of range; " + property + " seconds=" + time.getLocal(),
          property,
          "years " + EventLimits.MIN_YEAR + "…" + EventLimits.MAX_YEAR);
    }
    if ((time.getForm() == TimeForm.ZONED) != (time.getZone() != null)) {
      throw InvalidEventException.broken(
          "A time has a zone exactly when it is of form ZONED; form="
              + time.getForm()
              + " zone="
              + time.getZone(),
          property,
          "RFC 5545 3.3.5: forms of date-time");
    }
    if (time.getForm() == TimeForm.DATE && Math.floorMod(time.getLocal(), SECONDS_A_DAY) != 0) {
      throw InvalidEventException.broken(
          "A date has a time of day; seconds=" + time.getLocal(), property, "RFC 5545 3.3.4: DATE");
    }
  }

  private static void checkEnd(
      CalendarTime start,
      @Nullable CalendarTime end,
      @Nullable EventDuration duration,
      String endProperty,
      String durationProperty)
      throws InvalidEventException {
    if (end != null && duration != null) {
      throw InvalidEventException.broken(
          "The event has both DTEND and DURATION",
          durationProperty,
          "RFC 5545 3.6.1: DTEND and DURATION exclude each other");
    }
    if (end != null) {
      checkTime(end, endProperty);
      boolean comparable =
          end.getForm() == start.getForm()
              && java.util.Objects.equals(end.getZone(), start.getZone());
      if (comparable && end.getLocal() < start.getLocal()) {
        throw InvalidEventException.broken(
            "The event ends before it starts; start=" + start.getLocal() + " end=" + end.getLocal(),
            endProperty,
            "RFC 5545 3.8.2.2: DTEND is later than DTSTART");
      }
      if ((end.getForm() == TimeForm.DATE) != (start.getForm() == TimeForm.DATE)) {
        throw InvalidEventException.broken(
            "Start and end are not both dates; start=" + start.getForm() + " end=" + end.getForm(),
            endProperty,
            "RFC 5545 3.8.2.2: DTEND has the value type of DTSTART");
      }
    }
    if (duration == null) {
      return;
    }
    if (duration.getDays() > EventLimits.MAX_DURATION_DAYS
        || duration.getSeconds() > EventLimits.MAX_DURATION_DAYS * SECONDS_A_DAY) {
      throw InvalidEventException.limit(
          "The duration is too long; days="
              + duration.getDays()
              + " seconds="
              + duration.getSeconds(),
          durationProperty,
          "days of a DURATION ≤ " + EventLimits.MAX_DURATION_DAYS);
    }
    if (duration.getDays() < 0 || duration.getSeconds() < 0) {
      throw InvalidEventException.broken(
          "The duration is negative; days="
              + duration.getDays()
              + " seconds="
              + duration.getSeconds(),
          durationProperty,
          "RFC 5545 3.8.2.5: an event's DURATION is positive");
    }
  }

  private static void atMost(int found, int limit, String what, @Nullable String property)
      throws InvalidEventException {
    if (found > limit) {
      throw InvalidEventException.limit(
          "The event has too many " + what + "; found=" + found + " limit=" + limit,
          property,
          what + " ≤ " + limit);
    }
  }
}
