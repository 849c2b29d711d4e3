package org.kalends.indexer.index;

import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import org.kalends.indexer.recurrence.EventExpansion;
import org.kalends.indexer.recurrence.Occurrence;
import org.kalends.indexer.recurrence.OccurrenceCursor;
import org.kalends.indexer.recurrence.StepBudget;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;
import org.kalends.schemas.RecordCodec;
import org.kalends.schemas.TimeRange;
import org.kalends.schemas.avro.Component;
import org.kalends.schemas.avro.Event;
import org.kalends.schemas.event.InvalidEventException;

/** One row of a dtend-index: all that a period or occurrence answer needs of one event. */
public final class IndexEntry {
  private static final String ROW = "dtend-index";
  private static final int NEWEST_VERSION = 1;
  private static final RecordCodec<Event> EVENTS = RecordCodec.events();

  private final int sequence;
  private final long modifiedMillis;
  private final CalendarId calendar;
  private final EventUid uid;
  private final byte[] eventBytes;
  private @Nullable Event event;
  private @Nullable EventExpansion expansion;

  private IndexEntry(RowReader in) {
    this.sequence = in.getInt();
    this.modifiedMillis = in.getLong();
    this.calendar = new CalendarId(in.getText());
    this.uid = new EventUid(in.getText());
    this.eventBytes = in.getRest();
  }

  /**
   * @throws UnknownFormatException when a later version of Kalends wrote it
   */
  public static IndexEntry read(byte[] value) {
    return new IndexEntry(RowReader.versioned(ROW, value, NEWEST_VERSION));
  }

  /** The bytes of an event's entry. */
  public static byte[] encode(CalendarId calendar, Event event) {
    Component newest = newest(event);
    return new RowWriter()
        .putByte(NEWEST_VERSION)
        .putInt(newest.getSequence())
        .putLong(modifiedMillis(newest))
        .putText(calendar.value())
        .putText(event.getUid())
        .putBytes(EVENTS.encode(withoutTexts(event)))
        .toBytes();
  }

  /** Its bytes, as {@link #read} takes them: to hand it to another node. */
  public byte[] toBytes() {
    return new RowWriter()
        .putByte(NEWEST_VERSION)
        .putInt(sequence)
        .putLong(modifiedMillis)
        .putText(calendar.value())
        .putText(uid.value())
        .putBytes(eventBytes)
        .toBytes();
  }

  private static Component newest(Event event) {
    if (event.getMaster() != null) {
      return event.getMaster();
    }
    return event.getOverrides().stream()
        .map(override -> override.getComponent())
        .max(
            java.util.Comparator.comparingInt(Component::getSequence)
                .thenComparingLong(IndexEntry::modifiedMillis))
        .orElseThrow();
  }

  private static long modifiedMillis(Component component) {
    Long modified = component.getModifiedMillis();
    Long stamp = component.getStampMillis();
    return modified != null ? modified : stamp != null ? stamp : 0;
  }

  private static Event withoutTexts(Event event) {
    Event copy = Event.newBuilder(event).setText(null).build();
    if (copy.getMaster() != null) {
      copy.getMaster().setDescription(null);
    }
    copy.getOverrides().forEach(override -> override.getComponent().setDescription(null));
    return copy;
  }

  public CalendarId calendar() {
    return calendar;
  }

  public EventUid uid() {
    return uid;
  }

  /**
   * SEQUENCE of the master, or of the newest override without one: of two copies of a meeting the
   * higher counts.
   */
  public int sequence() {
    return sequence;
  }

  /**
   * LAST-MODIFIED, else DTSTAMP, else 0; epoch milliseconds: decides between copies with the same
   * sequence.
   */
  public long modifiedMillis() {
    return modifiedMillis;
  }

  /** The entry's occurrences that overlap the window, in order of time. */
  public OccurrenceCursor occurrences(TimeRange window, ZoneId zone, StepBudget budget) {
    EventExpansion compiled = expansion;
    if (compiled == null) {
      compiled = compile();
      expansion = compiled;
    }
    return compiled.occurrences(window, zone, budget);
  }

  /** The fields of the master ({@code Occurrence.MASTER}) or of an override. */
  public ComponentView component(int override) {
    Event decoded = event();
    return new RecordComponentView(
        override == Occurrence.MASTER
            ? decoded.getMaster()
            : decoded.getOverrides().get(override).getComponent());
  }

  private EventExpansion compile() {
    try {
      return EventExpansion.compile(event());
    } catch (InvalidEventException e) {
      throw new IllegalStateException(
          "A stored event is not valid; calendar=" + calendar + " uid=" + uid, e);
    }
  }

  private Event event() {
    Event decoded = event;
    if (decoded == null) {
      decoded = EVENTS.decode(eventBytes);
      event = decoded;
    }
    return decoded;
  }
}
