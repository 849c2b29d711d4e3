package org.kalends.ingest.icalendar;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.kalends.schemas.EventUid;
import org.kalends.schemas.avro.Component;
import org.kalends.schemas.avro.Event;
import org.kalends.schemas.avro.EventOverride;
import org.kalends.schemas.avro.Rejection;
import org.kalends.schemas.event.EventLimits;
import org.kalends.schemas.event.EventRules;
import org.kalends.schemas.event.InvalidEventException;

/**
 * Makes one event of the components that share a UID, in whatever order they stand (RFC 5545
 * §3.8.4.4): one master at most, and one override for each instance, sorted by instance. For one
 * thread and one event.
 */
final class EventAssembly {
  /** Messages about an event that are not its state (RFC 5546 §3.2). */
  private static final Set<String> MESSAGES =
      Set.of("ADD", "REPLY", "REFRESH", "COUNTER", "DECLINECOUNTER");

  private static final Comparator<Component> BY_AGE =
      Comparator.comparingInt(Component::getSequence)
          .thenComparingLong(component -> orEarliest(component.getStampMillis()))
          .thenComparingLong(component -> orEarliest(component.getModifiedMillis()));

  /**
   * A component as found in the text.
   *
   * @param calendar the number of its VCALENDAR
   */
  record Found(SourceComponent source, int calendar, CalendarFacts facts) {}

  private record Read(SourceComponent source, Component component, @Nullable EventOverride as) {}

  private final Notes notes;
  private final EventZones zones;
  private @Nullable Read master;
  private final Map<InstanceKey, Read> overrides = new TreeMap<>();

  EventAssembly(ZoneDefinitions definitions, Notes notes) {
    this.notes = notes;
    this.zones = new EventZones(definitions, notes);
  }

  /**
   * The event of these components.
   *
   * @param uid null when it is a single component without a UID
   */
  ReadItem assemble(@Nullable String uid, List<Found> components) {
    try {
      return accepted(uid == null ? madeUid(components.get(0)) : uid, components);
    } catch (PropertyFault fault) {
      return new ReadItem.Refused(uid, fault.fault());
    }
  }

  private String madeUid(Found component) {
    UUID made = UUID.nameUUIDFromBytes(EventText.identityOf(component.source()));
    notes.add(component.source().line(), Tolerance.MISSING_UID, "UID=" + made);
    return made.toString();
  }

  private ReadItem accepted(String uid, List<Found> components) throws PropertyFault {
    requireUid(uid, components.get(0).source());
    for (Found component : components) {
      requireState(component);
      take(component);
    }
    List<SourceComponent> sources = new ArrayList<>();
    List<EventOverride> records = new ArrayList<>();
    for (Read override : overrides.values()) {
      sources.add(override.source());
      records.add(override.as());
    }
    Event event =
        new Event(
            uid,
            master == null ? null : master.component(),
            records,
            zones.definitions(),
            text(uid, sources, components.get(0).source()));
    EventSourceLines lines = new EventSourceLines(master == null ? null : master.source(), sources);
    try {
      EventRules.check(event);
    } catch (InvalidEventException e) {
      return new ReadItem.Refused(uid, lines.locate(rejectionOf(e)));
    }
    return new ReadItem.Accepted(event, lines, notes.asList());
  }

  private static Rejection rejectionOf(InvalidEventException e) {
    return new Rejection(
        PropertyFault.typeOf(e).slug(), e.getMessage(), e.property(), e.rule(), e.override());
  }

  private static void requireUid(String uid, SourceComponent first) throws PropertyFault {
    if (uid.getBytes(StandardCharsets.UTF_8).length > EventUid.MAX_BYTES) {
      ContentLine property = first.property("UID");
      throw PropertyFault.limit(
          "The UID is too long; maxBytes=" + EventUid.MAX_BYTES,
          property == null ? first.line() : property.line(),
          "UID",
          "bytes of a UID");
    }
  }

  private static void requireState(Found component) throws PropertyFault {
    String method = component.facts().method();
    if (method != null && MESSAGES.contains(method)) {
      throw PropertyFault.broken(
          "The calendar is a message about an event and not its state; METHOD=" + method,
          component.source().line(),
          "METHOD",
          "RFC 5546 3.2: PUBLISH, REQUEST and CANCEL carry the state of an event");
    }
    String scale = component.facts().scale();
    if (scale != null && !scale.isEmpty() && !scale.equals("GREGORIAN")) {
      throw PropertyFault.broken(
          "The calendar scale is not known; CALSCALE=" + scale,
          component.source().line(),
          "CALSCALE",
          "RFC 5545 3.7.1: the calendar scale is GREGORIAN");
    }
  }

  private void take(Found found) throws PropertyFault {
    zones.enter(found.calendar());
    EventComponentReader reader =
        new EventComponentReader(found.source(), found.facts(), zones, notes);
    EventOverride override = reader.readOverride();
    if (override == null) {
      Read read = new Read(found.source(), reader.readMaster(), null);
      master = master == null ? read : newer(master, read);
      return;
    }
    Read read = new Read(found.source(), override.getComponent(), override);
    InstanceKey key = InstanceKey.of(override);
    Read before = overrides.get(key);
    overrides.put(key, before == null ? read : newer(before, read));
    if (overrides.size() > EventLimits.MAX_OVERRIDES) {
      throw PropertyFault.limit(
          "The event has too many overrides; max=" + EventLimits.MAX_OVERRIDES,
          found.source().line(),
          "RECURRENCE-ID",
          "overrides of one event");
    }
  }

  /** Which of two components for the same counts; there is none when they differ and are as old. */
  private Read newer(Read one, Read other) throws PropertyFault {
    int order = BY_AGE.compare(one.component(), other.component());
    if (order != 0) {
      Read older = order < 0 ? one : other;
      notes.add(
          older.source().line(),
          Tolerance.OLDER_COMPONENT,
          "SEQUENCE=" + older.component().getSequence());
      return order < 0 ? other : one;
    }
    if (!one.component().equals(other.component())) {
      throw PropertyFault.broken(
          "Two components of one UID differ and none is newer; SEQUENCE="
              + one.component().getSequence()
              + " first=line "
              + one.source().line(),
          other.source().line(),
          "UID",
          "RFC 5545 3.8.4.4, 3.8.4.7: one component for each instance; SEQUENCE and DTSTAMP tell"
              + " the newer one");
    }
    notes.add(
        other.source().line(), Tolerance.DUPLICATE_COMPONENT, "first=line " + one.source().line());
    return one;
  }

  private static long orEarliest(@Nullable Long millis) {
    return millis == null ? Long.MIN_VALUE : millis;
  }

  private String text(String uid, List<SourceComponent> overrideSources, SourceComponent first)
      throws PropertyFault {
    EventText text = new EventText();
    zones.sources().forEach(text::zone);
    if (master != null) {
      text.event(master.source(), uid);
    }
    overrideSources.forEach(source -> text.event(source, uid));
    String whole = text.end();
    if (whole.getBytes(StandardCharsets.UTF_8).length > EventLimits.MAX_TEXT_BYTES) {
      throw tooLarge(first.line());
    }
    return whole;
  }

  /** The text of an event exceeds its limit. */
  static PropertyFault tooLarge(int line) {
    return PropertyFault.limit(
        "The event's text is too large; maxBytes=" + EventLimits.MAX_TEXT_BYTES,
        line,
        "VEVENT",
        "bytes of one event's text");
  }
}
