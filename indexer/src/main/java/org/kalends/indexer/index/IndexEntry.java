package org.kalends.indexer.index;

import java.time.ZoneId;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;
import org.kalends.indexer.recurrence.OccurrenceCursor;
import org.kalends.indexer.rule.StepBudget;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;
import org.kalends.schemas.TimeRange;
import org.kalends.schemas.avro.Component;
import org.kalends.schemas.avro.Event;
import org.kalends.schemas.avro.EventOverride;

/**
 * One row of a dtend-index: all that a period or occurrence answer needs of one event. Read in
 * place from the row's bytes, which {@link EntryLayout} describes: an event that happens once is
 * answered without decoding a record, a series is decoded and compiled when a window asks for it.
 *
 * <p>Keeps the bytes, which are not to be altered. Used by one thread.
 */
public final class IndexEntry {
  private static final String ROW = "dtend-index";

  private static final Comparator<Component> BY_AGE =
      Comparator.comparingInt(Component::getSequence).thenComparingLong(IndexEntry::modifiedMillis);

  private final byte[] bytes;
  private final EntryBody body;
  private @Nullable CalendarId calendar;
  private @Nullable EventUid uid;

  private IndexEntry(byte[] bytes) {
    this.bytes = bytes;
    this.body = isOnce() ? new OnceEntry(bytes) : new SeriesEntry(bytes);
  }

  /**
   * @throws UnknownFormatException when a later version of Kalends wrote it
   */
  public static IndexEntry read(byte[] value) {
    RowReader.checkVersion(ROW, value, EntryLayout.NEWEST_VERSION);
    return new IndexEntry(value);
  }

  /** The bytes of an event's entry. */
  public static byte[] encode(CalendarId calendar, Event event) {
    boolean once = OnceEntry.fits(event);
    Component newest = newest(event);
    RowWriter out =
        new RowWriter()
            .putByte(EntryLayout.NEWEST_VERSION)
            .putByte(once ? EntryLayout.ONCE : EntryLayout.SERIES)
            .putInt(newest.getSequence())
            .putLong(modifiedMillis(newest));
    if (once) {
      OnceEntry.write(out, calendar.value(), event);
    } else {
      SeriesEntry.write(out, calendar.value(), event);
    }
    return out.toBytes();
  }

  /** Its bytes, as {@link #read} takes them: to hand it to another node. Not to be altered. */
  public byte[] toBytes() {
    return bytes;
  }

  private static Component newest(Event event) {
    return event.getMaster() != null
        ? event.getMaster()
        : event.getOverrides().stream()
            .map(EventOverride::getComponent)
            .max(BY_AGE)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "An event has a master or an override; uid=" + event.getUid()));
  }

  private static long modifiedMillis(Component component) {
    Long modified = component.getModifiedMillis();
    Long stamp = component.getStampMillis();
    return modified != null ? modified : stamp != null ? stamp : 0;
  }

  private boolean isOnce() {
    return bytes[EntryLayout.KIND] == EntryLayout.ONCE;
  }

  public CalendarId calendar() {
    CalendarId known = calendar;
    if (known == null) {
      known = new CalendarId(names().getText());
      calendar = known;
    }
    return known;
  }

  public EventUid uid() {
    EventUid known = uid;
    if (known == null) {
      known = new EventUid(names().skipText().getText());
      uid = known;
    }
    return known;
  }

  private RowReader names() {
    return new RowReader(bytes, isOnce() ? EntryLayout.ONCE_NAMES : EntryLayout.SERIES_NAMES);
  }

  /**
   * SEQUENCE of the master, or of the newest override without one: of two copies of a meeting the
   * higher counts.
   */
  public int sequence() {
    return OrderedBytes.getInt(bytes, EntryLayout.SEQUENCE);
  }

  /**
   * LAST-MODIFIED, else DTSTAMP, else 0; epoch milliseconds: decides between copies with the same
   * sequence.
   */
  public long modifiedMillis() {
    return OrderedBytes.getLong(bytes, EntryLayout.MODIFIED);
  }

  /** The entry's occurrences that overlap the window, in order of time. */
  public OccurrenceCursor occurrences(TimeRange window, ZoneId zone, StepBudget budget) {
    return body.occurrences(window, zone, budget);
  }

  /**
   * The fields of the master ({@code Occurrence.MASTER}) or of an override.
   *
   * @throws IndexOutOfBoundsException when the event has no such override
   */
  public ComponentView component(int override) {
    return body.component(override);
  }
}
