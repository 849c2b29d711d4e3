package org.kalends.ingest.icalendar;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kalends.schemas.avro.Alarm;
import org.kalends.schemas.avro.Attendee;
import org.kalends.schemas.avro.CalendarTime;
import org.kalends.schemas.avro.Component;
import org.kalends.schemas.avro.EventOverride;
import org.kalends.schemas.avro.EventStatus;
import org.kalends.schemas.avro.ParticipationStatus;
import org.kalends.schemas.avro.TimeForm;
import org.kalends.schemas.avro.Transparency;

/** Reads one VEVENT into its record (RFC 5545 §3.6.1). For one thread and one component. */
final class EventComponentReader {
  /** Properties that a component has once at most, and without which it has another meaning. */
  private static final Set<String> TIMES = Set.of("DTSTART", "DTEND", "DURATION", "RECURRENCE-ID");

  private static final Set<String> ONCE =
      Set.of(
          "UID",
          "SEQUENCE",
          "STATUS",
          "TRANSP",
          "CLASS",
          "SUMMARY",
          "LOCATION",
          "DESCRIPTION",
          "ORGANIZER",
          "DTSTAMP",
          "CREATED",
          "LAST-MODIFIED");

  private final SourceComponent source;
  private final CalendarFacts facts;
  private final EventZones zones;
  private final Notes notes;

  EventComponentReader(SourceComponent source, CalendarFacts facts, EventZones zones, Notes notes) {
    this.source = source;
    this.facts = facts;
    this.zones = zones;
    this.notes = notes;
  }

  /** The component as an override; null when it is a master. */
  @Nullable EventOverride readOverride() throws PropertyFault {
    ContentLine property = source.property("RECURRENCE-ID");
    if (property == null) {
      return null;
    }
    CalendarTime recurrenceId = TimeValue.parse(property, property.value(), zones, notes);
    boolean thisAndFuture = "THISANDFUTURE".equals(property.keyword("RANGE"));
    return new EventOverride(recurrenceId, thisAndFuture, read(recurrenceId));
  }

  /** The component as a master. */
  Component readMaster() throws PropertyFault {
    return read(null);
  }

  private Component read(@Nullable CalendarTime recurrenceId) throws PropertyFault {
    checkRepeats();
    CalendarTime start = start(recurrenceId);
    EventEnd end = new EventEnd(source, start, zones, notes);
    Component component = new Component();
    component.setStart(start);
    component.setEnd(end.end());
    component.setDuration(end.duration());
    RecurrenceReader recurrence = new RecurrenceReader(source, zones, notes);
    component.setRules(recurrence.rules("RRULE"));
    component.setExceptionRules(recurrence.rules("EXRULE"));
    component.setRecurrenceDates(recurrence.recurrenceDates());
    component.setExceptionDates(recurrence.exceptionDates());
    component.setSequence(sequence());
    component.setStatus(status());
    component.setTransparency(transparency());
    component.setClassification(keyword("CLASS"));
    component.setSummary(text("SUMMARY"));
    component.setLocation(text("LOCATION"));
    component.setDescription(text("DESCRIPTION"));
    component.setOrganizer(organizer());
    component.setAttendees(attendees());
    component.setAlarms(alarms());
    component.setStampMillis(stamp("DTSTAMP"));
    component.setCreatedMillis(stamp("CREATED"));
    component.setModifiedMillis(stamp("LAST-MODIFIED"));
    return component;
  }

  private void checkRepeats() throws PropertyFault {
    Map<String, ContentLine> first = new HashMap<>();
    for (ContentLine property : source.properties()) {
      boolean time = TIMES.contains(property.name());
      if (!time && !ONCE.contains(property.name())) {
        continue;
      }
      ContentLine before = first.putIfAbsent(property.name(), property);
      if (before != null && time && !before.text().equals(property.text())) {
        throw PropertyFault.broken(
            property,
            "The property stands twice with different values; property="
                + property.name()
                + " first=line "
                + before.line(),
            "RFC 5545 3.6.1: it must not occur more than once");
      }
      if (before != null) {
        notes.add(property, Tolerance.REPEATED_PROPERTY);
      }
    }
  }

  private CalendarTime start(@Nullable CalendarTime recurrenceId) throws PropertyFault {
    ContentLine property = source.property("DTSTART");
    if (property != null) {
      CalendarTime start = TimeValue.parse(property, property.value(), zones, notes);
      if (facts.zone() != null && start.getForm() == TimeForm.FLOATING) {
        notes.add(
            property.line(), Tolerance.CALENDAR_ZONE_NOT_APPLIED, "X-WR-TIMEZONE=" + facts.zone());
      }
      return start;
    }
    if (recurrenceId != null) {
      notes.add(source.line(), Tolerance.START_FROM_RECURRENCE_ID, "property=DTSTART");
      return recurrenceId;
    }
    throw PropertyFault.broken(
        "The event has no start; property=DTSTART",
        source.line(),
        "DTSTART",
        "RFC 5545 3.6.1: DTSTART is required");
  }

  private int sequence() {
    ContentLine property = source.property("SEQUENCE");
    if (property == null) {
      return 0;
    }
    try {
      int sequence = Integer.parseInt(property.value().strip());
      if (sequence >= 0) {
        return sequence;
      }
    } catch (NumberFormatException e) {
      notes.add(property, Tolerance.UNREADABLE_SEQUENCE);
      return 0;
    }
    notes.add(property, Tolerance.UNREADABLE_SEQUENCE);
    return 0;
  }

  private EventStatus status() {
    boolean cancelled = "CANCEL".equals(facts.method());
    String written = keyword("STATUS");
    switch (written == null ? "" : written) {
      case "TENTATIVE" -> {
        return EventStatus.TENTATIVE;
      }
      case "CONFIRMED" -> {
        return EventStatus.CONFIRMED;
      }
      case "CANCELLED", "CANCELED" -> {
        return EventStatus.CANCELLED;
      }
      default -> noteUnknown("STATUS", written);
    }
    if (cancelled) {
      notes.add(source.line(), Tolerance.CANCELLED_BY_METHOD, "METHOD=CANCEL");
    }
    return cancelled ? EventStatus.CANCELLED : EventStatus.NONE;
  }

  private Transparency transparency() {
    String written = keyword("TRANSP");
    if ("TRANSPARENT".equals(written)) {
      return Transparency.TRANSPARENT;
    }
    if (!"OPAQUE".equals(written)) {
      noteUnknown("TRANSP", written);
    }
    return Transparency.OPAQUE;
  }

  private void noteUnknown(String name, @Nullable String written) {
    ContentLine property = source.property(name);
    if (written != null && property != null) {
      notes.add(property, Tolerance.UNKNOWN_KEYWORD);
    }
  }

  private @Nullable String keyword(String name) {
    ContentLine property = source.property(name);
    return property == null || property.value().isBlank() ? null : property.keyword();
  }

  private @Nullable String text(String name) {
    ContentLine property = source.property(name);
    return property == null ? null : TextValue.unescape(property.value());
  }

  private @Nullable String organizer() {
    ContentLine property = source.property("ORGANIZER");
    return property == null ? null : address(property);
  }

  private @Nullable String address(ContentLine property) {
    String address = property.value().strip();
    boolean mailtoAlone = address.equalsIgnoreCase("mailto:");
    if (address.isEmpty() || mailtoAlone) {
      notes.add(property, Tolerance.EMPTY_PROPERTY);
      return null;
    }
    return address;
  }

  private List<Attendee> attendees() {
    List<Attendee> attendees = new ArrayList<>(0);
    for (ContentLine property : source.properties()) {
      if (property.name().equals("ATTENDEE")) {
        String address = address(property);
        if (address != null) {
          attendees.add(new Attendee(address, participation(property.keyword("PARTSTAT"))));
        }
      }
    }
    return attendees;
  }

  private static ParticipationStatus participation(@Nullable String written) {
    if (written == null) {
      return ParticipationStatus.NEEDS_ACTION;
    }
    return switch (written) {
      case "NEEDS-ACTION" -> ParticipationStatus.NEEDS_ACTION;
      case "ACCEPTED" -> ParticipationStatus.ACCEPTED;
      case "DECLINED" -> ParticipationStatus.DECLINED;
      case "TENTATIVE" -> ParticipationStatus.TENTATIVE;
      case "DELEGATED" -> ParticipationStatus.DELEGATED;
      default -> ParticipationStatus.OTHER;
    };
  }

  private List<Alarm> alarms() {
    List<Alarm> alarms = new ArrayList<>(0);
    for (SourceComponent child : source.children()) {
      if (child.name().equals("VALARM")) {
        Alarm alarm = AlarmReader.read(child, notes);
        if (alarm != null) {
          alarms.add(alarm);
        }
      }
    }
    return alarms;
  }

  private @Nullable Long stamp(String name) {
    ContentLine property = source.property(name);
    if (property == null) {
      return null;
    }
    try {
      return TimeValue.parseStampMillis(property, notes);
    } catch (PropertyFault unreadable) {
      notes.add(property, Tolerance.UNREADABLE_STAMP);
      return null;
    }
  }
}
