package org.kalends.ingest.icalendar;

import java.util.ArrayList;
import java.util.List;
import org.kalends.schemas.avro.CalendarTime;
import org.kalends.schemas.avro.RecurrenceDate;

/** Reads the recurrence properties of one VEVENT (RFC 5545 §3.8.5). For one thread. */
final class RecurrenceReader {
  private final SourceComponent source;
  private final EventZones zones;
  private final Notes notes;

  RecurrenceReader(SourceComponent source, EventZones zones, Notes notes) {
    this.source = source;
    this.zones = zones;
    this.notes = notes;
  }

  /** The values of RRULE or EXRULE. */
  List<String> rules(String name) throws PropertyFault {
    List<String> rules = new ArrayList<>(1);
    for (ContentLine property : source.properties()) {
      if (property.name().equals(name)) {
        if (property.value().isBlank()) {
          notes.add(property, Tolerance.EMPTY_PROPERTY);
        } else {
          rules.add(RuleValue.parse(property, notes));
        }
      }
    }
    return rules;
  }

  /** The values of RDATE. */
  List<RecurrenceDate> recurrenceDates() throws PropertyFault {
    List<RecurrenceDate> dates = new ArrayList<>(0);
    for (ContentLine property : source.properties()) {
      if (property.name().equals("RDATE")) {
        for (String item : items(property)) {
          dates.add(recurrenceDate(property, item));
        }
      }
    }
    return dates;
  }

  private RecurrenceDate recurrenceDate(ContentLine property, String item) throws PropertyFault {
    int slash = item.indexOf('/');
    if (slash < 0) {
      return new RecurrenceDate(TimeValue.parse(property, item, zones, notes), null, null);
    }
    CalendarTime start = TimeValue.parse(property, item.substring(0, slash), zones, notes);
    String rest = item.substring(slash + 1).strip();
    boolean isTime = !rest.isEmpty() && Character.isDigit(rest.charAt(0));
    return isTime
        ? new RecurrenceDate(start, TimeValue.parse(property, rest, zones, notes), null)
        : new RecurrenceDate(start, null, DurationValue.parse(property, rest, notes));
  }

  /** The values of EXDATE. */
  List<CalendarTime> exceptionDates() throws PropertyFault {
    List<CalendarTime> dates = new ArrayList<>(0);
    for (ContentLine property : source.properties()) {
      if (property.name().equals("EXDATE")) {
        for (String item : items(property)) {
          int slash = item.indexOf('/');
          if (slash >= 0) {
            notes.add(property, Tolerance.PERIOD_AS_EXDATE);
          }
          String start = slash < 0 ? item : item.substring(0, slash);
          dates.add(TimeValue.parse(property, start, zones, notes));
        }
      }
    }
    return dates;
  }

  private List<String> items(ContentLine property) {
    if (property.value().isBlank()) {
      notes.add(property, Tolerance.EMPTY_PROPERTY);
      return List.of();
    }
    List<String> items = new ArrayList<>();
    for (String item : property.value().split(",", -1)) {
      if (item.isBlank()) {
        notes.add(property, Tolerance.EMPTY_LIST_ITEM);
      } else {
        items.add(item);
      }
    }
    return items;
  }
}
