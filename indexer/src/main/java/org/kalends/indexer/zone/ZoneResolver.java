package org.kalends.indexer.zone;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneRules;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.kalends.schemas.avro.CalendarTime;
import org.kalends.schemas.avro.ZoneDefinition;
import org.kalends.schemas.event.InvalidEventException;

/**
 * The rules of an event's zones: the tz database's for a known id, else those of the event's own
 * definition.
 */
public final class ZoneResolver {
  /** Rules by id, so that each is looked up in the tz database once; as many as it has ids. */
  private static final Map<String, ZoneRules> KNOWN = new ConcurrentHashMap<>();

  private final Map<String, ZoneDefinition> definitions = new HashMap<>();
  private final Map<String, ZoneRules> compiled = new HashMap<>();

  /**
   * @param definitions that the event brings
   */
  public ZoneResolver(List<ZoneDefinition> definitions) {
    definitions.forEach(definition -> this.definitions.put(definition.getTzid(), definition));
  }

  /**
   * The rules that place a time; UTC's for a time without zone.
   *
   * @throws InvalidEventException naming the TZID when it is neither known nor defined
   */
  public ZoneRules rules(CalendarTime time, String property) throws InvalidEventException {
    String zone = time.getZone();
    if (zone == null) {
      return ZoneOffset.UTC.getRules();
    }
    ZoneRules known = compiled.get(zone);
    if (known == null) {
      known = resolve(zone, property);
      compiled.put(zone, known);
    }
    return known;
  }

  private ZoneRules resolve(String zone, String property) throws InvalidEventException {
    ZoneRules known = known(zone);
    if (known != null) {
      return known;
    }
    ZoneDefinition definition = definitions.get(zone);
    if (definition == null) {
      throw InvalidEventException.broken(
          "The time zone is neither known nor defined; tzid=" + zone,
          property,
          "RFC 5545 3.2.19: a TZID names a VTIMEZONE");
    }
    return CompiledZone.of(definition);
  }

  /** The tz database's rules for an id, or null when it has none. */
  public static @Nullable ZoneRules known(String zone) {
    ZoneRules known = KNOWN.get(zone);
    if (known != null) {
      return known;
    }
    try {
      ZoneId id = ZoneId.of(zone);
      ZoneRules rules = id.getRules();
      if (!rules.isFixedOffset()) {
        KNOWN.put(zone, rules);
      }
      return rules;
    } catch (DateTimeException e) {
      return null;
    }
  }
}
