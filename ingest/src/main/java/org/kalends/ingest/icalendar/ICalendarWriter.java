package org.kalends.ingest.icalendar;

import java.util.ArrayList;
import java.util.List;
import net.fortuna.ical4j.model.Calendar;
import net.fortuna.ical4j.model.ComponentList;
import net.fortuna.ical4j.model.Property;
import net.fortuna.ical4j.model.PropertyList;
import net.fortuna.ical4j.model.component.CalendarComponent;
import net.fortuna.ical4j.model.component.Daylight;
import net.fortuna.ical4j.model.component.Observance;
import net.fortuna.ical4j.model.component.Standard;
import net.fortuna.ical4j.model.component.VTimeZone;
import net.fortuna.ical4j.model.property.ProdId;
import net.fortuna.ical4j.model.property.TzId;
import net.fortuna.ical4j.model.property.immutable.ImmutableVersion;
import org.kalends.schemas.avro.Event;
import org.kalends.schemas.avro.EventOverride;
import org.kalends.schemas.avro.ZoneDefinition;

/**
 * Writes an event record as iCalendar text (RFC 5545): for events that came without a text, from
 * producers that write the record themselves. Reading the text gives the same record. Zones of the
 * tz database are named and not defined (RFC 7809 §3.1.1). Safe for many threads.
 */
public final class ICalendarWriter {
  private ICalendarWriter() {}

  /** The event's own text where it has one, else one made from its record. */
  public static String textOf(Event event) {
    return event.getText() == null ? write(event) : event.getText();
  }

  /** One VCALENDAR with the event's components and the zones that it defines. */
  public static String write(Event event) {
    List<CalendarComponent> components = new ArrayList<>();
    event.getZones().forEach(zone -> components.add(zone(zone)));
    if (event.getMaster() != null) {
      components.add(EventComponentWriter.write(event.getUid(), null, event.getMaster()));
    }
    for (EventOverride override : event.getOverrides()) {
      components.add(EventComponentWriter.write(event.getUid(), override, override.getComponent()));
    }
    Calendar calendar =
        new Calendar(
            new PropertyList(List.of(new ProdId(EventText.PRODUCT), ImmutableVersion.VERSION_2_0)),
            new ComponentList<>(components));
    return EventText.fold(calendar.toString());
  }

  private static VTimeZone zone(ZoneDefinition zone) {
    List<Observance> observances = new ArrayList<>();
    for (org.kalends.schemas.avro.Observance observance : zone.getObservances()) {
      PropertyList properties = new PropertyList(observanceProperties(observance));
      observances.add(
          observance.getDaylight() ? new Daylight(properties) : new Standard(properties));
    }
    return new VTimeZone(
        new PropertyList(List.of(new TzId(zone.getTzid()))), new ComponentList<>(observances));
  }

  private static List<Property> observanceProperties(
      org.kalends.schemas.avro.Observance observance) {
    List<Property> properties = new ArrayList<>();
    properties.add(
        new ContentProperty("DTSTART", WrittenValues.localDateTime(observance.getStart())));
    properties.add(
        new ContentProperty("TZOFFSETFROM", WrittenValues.offset(observance.getOffsetFrom())));
    properties.add(
        new ContentProperty("TZOFFSETTO", WrittenValues.offset(observance.getOffsetTo())));
    observance.getRules().forEach(rule -> properties.add(new ContentProperty("RRULE", rule)));
    observance
        .getDates()
        .forEach(
            date ->
                properties.add(new ContentProperty("RDATE", WrittenValues.localDateTime(date))));
    return properties;
  }
}
