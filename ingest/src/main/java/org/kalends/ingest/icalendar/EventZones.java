package org.kalends.ingest.icalendar;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.kalends.ingest.icalendar.ZoneNames.Known;
import org.kalends.schemas.avro.ZoneDefinition;

/**
 * Finds the zones that one event names. A name of the tz database counts as that, whatever the text
 * defines; any other name as the text's own definition; without one, a display name or a fixed
 * offset. A name that is none of these is refused. For one thread.
 */
final class EventZones {
  private final ZoneDefinitions definitions;
  private final Notes notes;
  private final Map<String, String> resolved = new TreeMap<>();
  private final Map<String, ZoneDefinition> own = new TreeMap<>();
  private final Map<String, SourceComponent> sources = new TreeMap<>();
  private int calendar;

  EventZones(ZoneDefinitions definitions, Notes notes) {
    this.definitions = definitions;
    this.notes = notes;
  }

  /** The following names stand in a component of this VCALENDAR. */
  void enter(int newCalendar) {
    calendar = newCalendar;
  }

  /** The tz database id, or the name of one of {@link #definitions()}, that a TZID means. */
  String resolve(ContentLine property, String tzid) throws PropertyFault {
    String name = ZoneNames.normalize(tzid);
    String before = resolved.get(name);
    if (before != null) {
      return before;
    }
    SourceComponent source = definitions.source(name, calendar);
    if (source != null) {
      sources.put(name, source);
    }
    String zone = find(property, name, source);
    resolved.put(name, zone);
    return zone;
  }

  private String find(ContentLine property, String name, @Nullable SourceComponent source)
      throws PropertyFault {
    Known known = ZoneNames.find(name);
    if (known == null && source != null) {
      own.put(name, ZoneDefinitions.parse(name, source));
      return name;
    }
    if (known == null) {
      known = ZoneNames.findDisplayName(name);
    }
    if (known != null) {
      if (known.how() != null) {
        notes.add(property.line(), known.how(), "TZID=" + name + " zone=" + known.id());
      }
      return known.id();
    }
    Integer offset = ZoneNames.findOffset(name);
    if (offset == null) {
      throw unknown(property, name);
    }
    notes.add(property.line(), Tolerance.ZONE_BY_OFFSET, "TZID=" + name);
    own.put(name, ZoneDefinitions.fixed(name, offset));
    return name;
  }

  private static PropertyFault unknown(ContentLine property, String name) {
    return PropertyFault.broken(
        property,
        "The time zone is unknown and the text does not define it: unknown TZID; TZID="
            + name
            + " property="
            + property.name(),
        "RFC 5545 3.2.19: a TZID is the one of a VTIMEZONE of the text, or of the tz database");
  }

  /** The definitions of the zones that the tz database does not know, by name. */
  List<ZoneDefinition> definitions() {
    return List.copyOf(own.values());
  }

  /** The VTIMEZONEs of all names, as they stand in the text, by name. */
  Collection<SourceComponent> sources() {
    return sources.values();
  }
}
