package org.kalends.ingest.icalendar;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.kalends.ingest.icalendar.EventAssembly.Found;
import org.kalends.schemas.event.EventLimits;

/**
 * Reads iCalendar text (RFC 5545) as it is found in the wild. Safe for many threads.
 *
 * <p>The text is read twice. First from front to back: is it iCalendar at all, and where do its
 * events stand. Then event by event, so that a master and its overrides meet wherever they stand,
 * and one event at a time is in memory. A large text waits in a temporary file meanwhile.
 */
public final class ICalendarReader {
  /**
   * Bytes of one event's components as they stand in the text: folding and empty lines may
   * quadruple it at most.
   */
  static final int MAX_SOURCE_BYTES = 4 * EventLimits.MAX_TEXT_BYTES;

  private final ReaderLimits limits;

  public ICalendarReader() {
    this(ReaderLimits.DEFAULTS);
  }

  ICalendarReader(ReaderLimits limits) {
    this.limits = limits;
  }

  /**
   * Reads a text of any size in bounded memory and hands over its events one by one, in the order
   * of their first component.
   *
   * @return what was tolerated or passed over in the text as a whole
   * @throws CalendarFaultException when the text as a whole cannot be read; no item has been handed
   *     over by then
   * @throws IOException when the stream breaks off
   */
  public List<ReadItem.Note> read(InputStream text, Consumer<ReadItem> sink)
      throws IOException, CalendarFaultException {
    try (CalendarText kept = CalendarText.of(text, limits)) {
      ScannedText scanned = CalendarScan.scan(kept, limits);
      ZoneDefinitions definitions = new ZoneDefinitions(scanned.zones());
      ComponentIndex events = scanned.events();
      for (int event = 0; event < events.size(); event++) {
        if (events.isHead(event)) {
          readChain(event, scanned, definitions, sink);
        }
      }
      return scanned.notes();
    }
  }

  /** Reads the components that may share the UID of this one. */
  private static void readChain(
      int head, ScannedText scanned, ZoneDefinitions definitions, Consumer<ReadItem> sink)
      throws IOException {
    ComponentIndex events = scanned.events();
    long bytes = 0;
    for (int event = head; event != ComponentIndex.NONE; event = events.next(event)) {
      bytes += events.length(event);
    }
    if (bytes > MAX_SOURCE_BYTES) {
      String uid = uidOf(scanned.bytesOf(head, MAX_SOURCE_BYTES));
      sink.accept(new ReadItem.Refused(uid, EventAssembly.tooLarge(events.line(head)).fault()));
      return;
    }
    Map<String, Group> groups = new LinkedHashMap<>();
    for (int event = head; event != ComponentIndex.NONE; event = events.next(event)) {
      byte[] source = scanned.bytesOf(event, MAX_SOURCE_BYTES);
      Notes notes = new Notes();
      try {
        SourceComponent component = SourceComponent.read(source, events.line(event), notes);
        group(component.uid(), groups)
            .add(new Found(component, events.calendar(event), scanned.factsOf(event)), notes);
      } catch (PropertyFault unreadable) {
        group(uidOf(source), groups).fail(unreadable);
      }
    }
    for (Group group : groups.values()) {
      sink.accept(group.assemble(definitions));
    }
  }

  private static Group group(@Nullable String uid, Map<String, Group> groups) {
    return groups.computeIfAbsent(uid == null ? "" : uid, key -> new Group(uid));
  }

  /** The UID of a component that cannot be read; null when it has none. */
  private static @Nullable String uidOf(byte[] source) throws IOException {
    ContentLines lines = new ContentLines(source, 1);
    int depth = 0;
    while (lines.next()) {
      ContentLine line = ContentLineLexer.parse(lines.text(), lines.lineNumber());
      String name = line == null ? "" : line.name();
      switch (name) {
        case "BEGIN" -> depth++;
        case "END" -> depth--;
        case "UID" -> {
          String uid = line == null ? "" : TextValue.unescape(line.value()).strip();
          if (depth == 1 && !uid.isEmpty()) {
            return uid;
          }
        }
        default -> {
          // no other line tells the UID
        }
      }
    }
    return null;
  }

  /** The components of one UID. */
  private static final class Group {
    private final @Nullable String uid;
    private final Notes notes = new Notes();
    private final List<Found> components = new ArrayList<>(1);
    private @Nullable PropertyFault fault;

    Group(@Nullable String uid) {
      this.uid = uid;
    }

    void add(Found component, Notes ofComponent) {
      components.add(component);
      notes.addAll(ofComponent);
    }

    void fail(PropertyFault unreadable) {
      fault = fault == null ? unreadable : fault;
    }

    ReadItem assemble(ZoneDefinitions definitions) {
      return fault == null
          ? new EventAssembly(definitions, notes).assemble(uid, components)
          : new ReadItem.Refused(uid, fault.fault());
    }
  }
}
