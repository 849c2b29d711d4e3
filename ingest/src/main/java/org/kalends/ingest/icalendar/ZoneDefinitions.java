package org.kalends.ingest.icalendar;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kalends.ingest.icalendar.ZoneTexts.ZoneText;
import org.kalends.schemas.avro.Observance;
import org.kalends.schemas.avro.ZoneDefinition;

/**
 * VTIMEZONE components (RFC 5545 §3.6.5) of one text, read when an event needs them. For one
 * thread.
 */
final class ZoneDefinitions {
  /** Observances of one definition. */
  static final int MAX_OBSERVANCES = 1_000;

  /** RDATEs of one observance. */
  static final int MAX_DATES = 1_000;

  private static final String RULE =
      "RFC 5545 3.6.5: a VTIMEZONE has a STANDARD or DAYLIGHT with DTSTART, TZOFFSETFROM, TZOFFSETTO";

  private final ZoneTexts texts;
  private final IdentityHashMap<ZoneText, SourceComponent> sources = new IdentityHashMap<>();

  ZoneDefinitions(ZoneTexts texts) {
    this.texts = texts;
  }

  /** The definition of this TZID as it stands in the text; null when there is none to be read. */
  @Nullable SourceComponent source(String tzid, int calendar) {
    ZoneText found = texts.find(tzid, calendar);
    if (found == null) {
      return null;
    }
    SourceComponent known = sources.get(found);
    if (known != null) {
      return known;
    }
    try {
      SourceComponent source = SourceComponent.read(found.copy(), found.line(), new Notes());
      sources.put(found, source);
      return source;
    } catch (PropertyFault unreadable) {
      return null;
    }
  }

  /** What a VTIMEZONE defines. */
  static ZoneDefinition parse(String tzid, SourceComponent source) throws PropertyFault {
    List<Observance> observances = new ArrayList<>();
    for (SourceComponent child : source.children()) {
      boolean daylight = child.name().equals("DAYLIGHT");
      if (daylight || child.name().equals("STANDARD")) {
        observances.add(observance(child, daylight));
      }
    }
    if (observances.isEmpty()) {
      throw PropertyFault.broken(
          "The time zone's definition has no observance; tzid=" + tzid,
          source.line(),
          "VTIMEZONE",
          RULE);
    }
    if (observances.size() > MAX_OBSERVANCES) {
      throw PropertyFault.limit(
          "The time zone's definition has too many observances; tzid="
              + tzid
              + " max="
              + MAX_OBSERVANCES,
          source.line(),
          "VTIMEZONE",
          "observances of one time zone");
    }
    return new ZoneDefinition(tzid, observances);
  }

  /** A zone that is always this far from UTC. */
  static ZoneDefinition fixed(String tzid, int offset) {
    return new ZoneDefinition(
        tzid, List.of(new Observance(false, 0L, offset, offset, List.of(), List.of())));
  }

  private static Observance observance(SourceComponent source, boolean daylight)
      throws PropertyFault {
    Notes notes = new Notes();
    ContentLine start = required(source, "DTSTART");
    int to = OffsetValue.parse(required(source, "TZOFFSETTO"));
    ContentLine from = source.property("TZOFFSETFROM");
    List<String> rules = new ArrayList<>(1);
    List<Long> dates = new ArrayList<>(0);
    for (ContentLine property : source.properties()) {
      if (property.name().equals("RRULE") && !property.value().isBlank()) {
        rules.add(RuleValue.parse(property, notes));
      } else if (property.name().equals("RDATE")) {
        addDates(property, dates, notes);
      }
    }
    return new Observance(
        daylight,
        TimeValue.parseLocal(start, start.value(), notes),
        from == null ? to : OffsetValue.parse(from),
        to,
        rules,
        dates);
  }

  /** Of a PERIOD, which is not allowed there, the start is the onset. */
  private static void addDates(ContentLine property, List<Long> dates, Notes notes)
      throws PropertyFault {
    for (String item : property.value().split(",", -1)) {
      if (!item.isBlank()) {
        int slash = item.indexOf('/');
        String start = slash < 0 ? item : item.substring(0, slash);
        dates.add(TimeValue.parseLocal(property, start, notes));
      }
    }
    if (dates.size() > MAX_DATES) {
      throw PropertyFault.limit(
          "An observance of a time zone has too many RDATEs; max=" + MAX_DATES,
          property.line(),
          property.name(),
          "RDATEs of one observance");
    }
  }

  private static ContentLine required(SourceComponent source, String name) throws PropertyFault {
    ContentLine property = source.property(name);
    if (property == null) {
      throw PropertyFault.broken(
          "An observance of the time zone lacks a property; property=" + name,
          source.line(),
          name,
          RULE);
    }
    return property;
  }
}
