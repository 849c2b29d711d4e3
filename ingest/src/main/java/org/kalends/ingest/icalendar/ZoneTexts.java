package org.kalends.ingest.icalendar;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The VTIMEZONEs of a text by TZID, anywhere in it. A text of many calendars may define one TZID
 * differently in each: the definition of the event's own calendar counts, else the nearest before
 * it, else the first after it. Equal definitions are kept once. For one thread.
 */
final class ZoneTexts {
  /** Bytes of one VTIMEZONE; a larger one counts as not there. */
  static final int MAX_DEFINITION_BYTES = 256 * 1024;

  /** What an entry costs beside its bytes. */
  private static final int ENTRY_BYTES = 64;

  /**
   * A definition.
   *
   * @param line of its BEGIN
   */
  record ZoneText(int line, ByteBuffer bytes) {
    byte[] copy() {
      byte[] copy = new byte[bytes.remaining()];
      bytes.duplicate().get(copy);
      return copy;
    }
  }

  private final int maxBytes;
  private final Map<String, TreeMap<Integer, ZoneText>> byTzid = new HashMap<>();
  private final Map<ByteBuffer, ByteBuffer> distinct = new HashMap<>();
  private int bytes;

  /**
   * @param maxBytes of all different definitions together
   */
  ZoneTexts(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** What became of a definition. */
  enum Added {
    /** It counts. */
    KEPT,
    /** Its calendar has another one of this TZID before it, which counts. */
    SECOND,
    /** There is no room for it. */
    FULL
  }

  /** Adds a definition. */
  Added add(String tzid, int calendar, int line, byte[] definition) {
    ByteBuffer key = ByteBuffer.wrap(definition);
    ByteBuffer known = distinct.get(key);
    TreeMap<Integer, ZoneText> definitions =
        byTzid.computeIfAbsent(ZoneNames.normalize(tzid), id -> new TreeMap<>());
    Map.Entry<Integer, ZoneText> last = definitions.lastEntry();
    if (last != null && last.getValue().bytes().equals(key)) {
      return Added.KEPT;
    }
    if (last != null && last.getKey() == calendar) {
      return Added.SECOND;
    }
    bytes += ENTRY_BYTES + (known == null ? definition.length : 0);
    if (bytes > maxBytes) {
      return Added.FULL;
    }
    if (known == null) {
      distinct.put(key, key);
      known = key;
    }
    definitions.put(calendar, new ZoneText(line, known));
    return Added.KEPT;
  }

  /** The definition that an event of this calendar means. */
  @Nullable ZoneText find(String tzid, int calendar) {
    TreeMap<Integer, ZoneText> definitions = byTzid.get(ZoneNames.normalize(tzid));
    if (definitions == null) {
      return null;
    }
    Map.Entry<Integer, ZoneText> nearest = definitions.floorEntry(calendar);
    return (nearest == null ? definitions.firstEntry() : nearest).getValue();
  }
}
