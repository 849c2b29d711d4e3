package org.kalends.ingest.icalendar;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import net.fortuna.ical4j.model.ComponentList;
import net.fortuna.ical4j.model.Parameter;
import net.fortuna.ical4j.model.Property;
import net.fortuna.ical4j.model.PropertyList;
import net.fortuna.ical4j.model.component.VAlarm;
import net.fortuna.ical4j.model.component.VEvent;
import net.fortuna.ical4j.model.parameter.TzId;
import net.fortuna.ical4j.model.parameter.Value;
import net.fortuna.ical4j.model.parameter.XParameter;
import net.fortuna.ical4j.model.property.Description;
import net.fortuna.ical4j.model.property.Location;
import net.fortuna.ical4j.model.property.Summary;
import net.fortuna.ical4j.model.property.Uid;
import org.jspecify.annotations.Nullable;
import org.kalends.schemas.avro.Alarm;
import org.kalends.schemas.avro.Attendee;
import org.kalends.schemas.avro.CalendarTime;
import org.kalends.schemas.avro.Component;
import org.kalends.schemas.avro.EventOverride;
import org.kalends.schemas.avro.EventStatus;
import org.kalends.schemas.avro.ParticipationStatus;
import org.kalends.schemas.avro.RecurrenceDate;
import org.kalends.schemas.avro.TimeForm;
import org.kalends.schemas.avro.Transparency;

/** Writes one component of an event as a VEVENT. For one thread and one component. */
final class EventComponentWriter {
  /** Values in one EXDATE or RDATE line: the longest line is about half of what is read. */
  private static final int MAX_VALUES_OF_A_LINE = 1_000;

  private final List<Property> properties = new ArrayList<>();

  private EventComponentWriter() {}

  /**
   * @param override which instance the component stands for; null for the master
   */
  static VEvent write(String uid, @Nullable EventOverride override, Component component) {
    EventComponentWriter writer = new EventComponentWriter();
    writer.properties.add(new Uid(uid));
    if (override != null) {
      writer.recurrenceId(override);
    }
    writer.times(component);
    writer.texts(component);
    writer.people(component);
    List<VAlarm> alarms = component.getAlarms().stream().map(EventComponentWriter::alarm).toList();
    return new VEvent(new PropertyList(writer.properties), new ComponentList<>(alarms));
  }

  private void recurrenceId(EventOverride override) {
    List<Parameter> parameters = parametersOf(override.getRecurrenceId());
    if (override.getThisAndFuture()) {
      parameters.add(new XParameter("RANGE", "THISANDFUTURE"));
    }
    add("RECURRENCE-ID", WrittenValues.time(override.getRecurrenceId()), parameters);
  }

  private void times(Component component) {
    stamp("DTSTAMP", stampOf(component));
    stamp("CREATED", component.getCreatedMillis());
    stamp("LAST-MODIFIED", component.getModifiedMillis());
    time("DTSTART", component.getStart());
    if (component.getEnd() != null) {
      time("DTEND", component.getEnd());
    }
    if (component.getDuration() != null) {
      add("DURATION", WrittenValues.duration(component.getDuration()), List.of());
    }
    component.getRules().forEach(rule -> add("RRULE", rule, List.of()));
    component.getExceptionRules().forEach(rule -> add("EXRULE", rule, List.of()));
    List<Item> added = component.getRecurrenceDates().stream().map(Item::of).toList();
    items("RDATE", added);
    List<Item> excluded = component.getExceptionDates().stream().map(Item::of).toList();
    items("EXDATE", excluded);
  }

  /** DTSTAMP is required: the best that the record knows, and never the time of writing. */
  private static long stampOf(Component component) {
    if (component.getStampMillis() != null) {
      return component.getStampMillis();
    }
    if (component.getModifiedMillis() != null) {
      return component.getModifiedMillis();
    }
    return component.getCreatedMillis() == null ? 0 : component.getCreatedMillis();
  }

  private void texts(Component component) {
    if (component.getSequence() != 0) {
      add("SEQUENCE", String.valueOf(component.getSequence()), List.of());
    }
    if (component.getStatus() != EventStatus.NONE) {
      add("STATUS", component.getStatus().name(), List.of());
    }
    if (component.getTransparency() != Transparency.OPAQUE) {
      add("TRANSP", component.getTransparency().name(), List.of());
    }
    if (component.getClassification() != null) {
      add("CLASS", component.getClassification(), List.of());
    }
    if (component.getSummary() != null) {
      properties.add(new Summary(component.getSummary()));
    }
    if (component.getLocation() != null) {
      properties.add(new Location(component.getLocation()));
    }
    if (component.getDescription() != null) {
      properties.add(new Description(component.getDescription()));
    }
  }

  private void people(Component component) {
    if (component.getOrganizer() != null) {
      add("ORGANIZER", component.getOrganizer(), List.of());
    }
    for (Attendee attendee : component.getAttendees()) {
      String participation = written(attendee.getParticipation());
      add("ATTENDEE", attendee.getAddress(), List.of(new XParameter("PARTSTAT", participation)));
    }
  }

  private static String written(ParticipationStatus participation) {
    return switch (participation) {
      case NEEDS_ACTION -> "NEEDS-ACTION";
      case OTHER -> "X-OTHER";
      case ACCEPTED, DECLINED, TENTATIVE, DELEGATED -> participation.name();
    };
  }

  private static VAlarm alarm(Alarm alarm) {
    EventComponentWriter writer = new EventComponentWriter();
    writer.add("ACTION", alarm.getAction(), List.of());
    if (alarm.getAtMillis() != null) {
      writer.add("TRIGGER", WrittenValues.utc(alarm.getAtMillis()), List.of(Value.DATE_TIME));
    } else if (alarm.getOffset() != null) {
      List<Parameter> related =
          alarm.getRelatedToEnd() ? List.of(new XParameter("RELATED", "END")) : List.of();
      writer.add("TRIGGER", WrittenValues.duration(alarm.getOffset()), related);
    }
    if (alarm.getRepeatEvery() != null) {
      writer.add("REPEAT", String.valueOf(alarm.getRepeat()), List.of());
      writer.add("DURATION", WrittenValues.duration(alarm.getRepeatEvery()), List.of());
    }
    if (alarm.getDescription() != null) {
      writer.properties.add(new Description(alarm.getDescription()));
    }
    return new VAlarm(new PropertyList(writer.properties));
  }

  private void stamp(String name, @Nullable Long millis) {
    if (millis != null) {
      add(name, WrittenValues.utc(millis), List.of());
    }
  }

  private void time(String name, CalendarTime time) {
    add(name, WrittenValues.time(time), parametersOf(time));
  }

  /** One value of a list, and what its line says of it. */
  private record Item(String value, CalendarTime time, boolean isPeriod) {
    static Item of(CalendarTime time) {
      return new Item(WrittenValues.time(time), time, false);
    }

    static Item of(RecurrenceDate date) {
      CalendarTime start = date.getStart();
      String value = WrittenValues.time(start);
      if (date.getEnd() != null) {
        return new Item(value + "/" + WrittenValues.time(date.getEnd()), start, true);
      }
      if (date.getDuration() != null) {
        return new Item(value + "/" + WrittenValues.duration(date.getDuration()), start, true);
      }
      return new Item(value, start, false);
    }

    List<Parameter> parameters() {
      List<Parameter> parameters = parametersOf(time);
      if (isPeriod) {
        parameters.add(Value.PERIOD);
      }
      return parameters;
    }

    boolean fitsWith(Item other) {
      return isPeriod == other.isPeriod
          && time.getForm() == other.time.getForm()
          && Objects.equals(time.getZone(), other.time.getZone());
    }
  }

  private void items(String name, List<Item> items) {
    int start = 0;
    for (int i = 1; i <= items.size(); i++) {
      boolean ends =
          i == items.size()
              || i - start == MAX_VALUES_OF_A_LINE
              || !items.get(i).fitsWith(items.get(start));
      if (ends) {
        String values =
            String.join(",", items.subList(start, i).stream().map(Item::value).toList());
        add(name, values, items.get(start).parameters());
        start = i;
      }
    }
  }

  private static List<Parameter> parametersOf(CalendarTime time) {
    List<Parameter> parameters = new ArrayList<>(2);
    if (time.getForm() == TimeForm.DATE) {
      parameters.add(Value.DATE);
    } else if (time.getForm() == TimeForm.ZONED) {
      parameters.add(new TzId(time.getZone()));
    }
    return parameters;
  }

  private void add(String name, String value, List<Parameter> parameters) {
    properties.add(new ContentProperty(name, value, parameters));
  }
}
