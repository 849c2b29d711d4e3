package org.kalends.indexer.index;

import java.time.ZoneId;
import java.util.List;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;
import org.kalends.indexer.recurrence.EventExpansion;
import org.kalends.indexer.recurrence.Occurrence;
import org.kalends.indexer.recurrence.OccurrenceCursor;
import org.kalends.indexer.rule.StepBudget;
import org.kalends.schemas.RecordCodec;
import org.kalends.schemas.TimeRange;
import org.kalends.schemas.avro.Component;
import org.kalends.schemas.avro.Event;
import org.kalends.schemas.avro.EventOverride;
import org.kalends.schemas.event.InvalidEventException;

/**
 * An entry that needs the engine: the event is decoded and compiled when the sieve lets a window
 * through. One thread.
 */
final class SeriesEntry implements EntryBody {
  private static final RecordCodec<Event> EVENTS = RecordCodec.events();
  private static final OccurrenceCursor NONE = () -> null;

  private final byte[] bytes;
  private @Nullable Event event;
  private @Nullable EventExpansion expansion;

  SeriesEntry(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Writes what follows the header. */
  static void write(RowWriter out, String calendar, Event event) {
    Sieve.of(event).write(out);
    out.putText(calendar).putText(event.getUid()).putBytes(EVENTS.encode(withoutTexts(event)));
  }

  /** The event without what no occurrence tells; shares its parts with the event. */
  private static Event withoutTexts(Event event) {
    List<EventOverride> overrides =
        event.getOverrides().stream()
            .map(
                override ->
                    new EventOverride(
                        override.getRecurrenceId(),
                        override.getThisAndFuture(),
                        withoutTexts(override.getComponent())))
            .toList();
    Component master = event.getMaster();
    return new Event(
        event.getUid(),
        master == null ? null : withoutTexts(master),
        overrides,
        event.getZones(),
        null);
  }

  private static Component withoutTexts(Component component) {
    Component copy = new Component();
    for (Schema.Field field : component.getSchema().getFields()) {
      copy.put(field.pos(), component.get(field.pos()));
    }
    copy.setDescription(null);
    copy.setAlarms(List.of());
    return copy;
  }

  @Override
  public OccurrenceCursor occurrences(TimeRange window, ZoneId zone, StepBudget budget) {
    if (Sieve.read(bytes).cannotOccurIn(window)) {
      return NONE;
    }
    EventExpansion compiled = expansion;
    if (compiled == null) {
      compiled = compile();
      expansion = compiled;
    }
    return compiled.occurrences(window, zone, budget);
  }

  private EventExpansion compile() {
    Event decoded = event();
    try {
      return EventExpansion.compile(decoded);
    } catch (InvalidEventException e) {
      throw new IllegalStateException(
          "A stored event is not valid; uid=" + decoded.getUid() + " why=" + e.getMessage(), e);
    }
  }

  @Override
  public ComponentView component(int override) {
    Event decoded = event();
    return new RecordComponentView(
        override == Occurrence.MASTER
            ? decoded.getMaster()
            : decoded.getOverrides().get(override).getComponent());
  }

  private Event event() {
    Event decoded = event;
    if (decoded == null) {
      RowReader in = new RowReader(bytes, EntryLayout.SERIES_NAMES);
      decoded = EVENTS.decode(in.skipText().skipText().getRest());
      event = decoded;
    }
    return decoded;
  }
}
