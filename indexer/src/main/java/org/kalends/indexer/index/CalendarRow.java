package org.kalends.indexer.index;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.kalends.indexer.recurrence.EventSpan;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;

/**
 * A row of the store {@code calendars}: what is known of a calendar as a whole.
 *
 * <pre>
 * key    the calendar's name in ASCII: rows lie in order of name
 *
 * bytes  value
 * 1      format version, 1
 * 1      state      1 open, 2 deleting, 3 deleted
 * 8      seq        of its last accepted change
 * 8      events
 * 8      overrides
 * 8      oldest     start of its oldest span, epoch milliseconds
 * 8      newest     end of its newest span, epoch milliseconds
 * 8      checksum
 * </pre>
 *
 * @param seq of its last accepted change
 * @param events how many it has
 * @param overrides how many overrides these have together
 * @param oldestMillis a lower bound of all its spans' starts: it does not move when an event goes;
 *     {@link Long#MAX_VALUE} while there never was an event
 * @param newestMillis an upper bound of all its spans' ends, likewise; {@link Long#MIN_VALUE} while
 *     there never was an event
 * @param checksum the sum over its events of a hash of uid and etag, modulo 2⁶⁴: equal for equal
 *     content, whatever the order of the changes was
 */
public record CalendarRow(
    State state,
    long seq,
    long events,
    long overrides,
    long oldestMillis,
    long newestMillis,
    long checksum) {
  /** Whether the calendar takes changes. */
  public enum State {
    OPEN(1),
    /** Its name is closed, and its rows go in slices. */
    DELETING(2),
    /** It is gone; its seq stays, so that a later calendar of its name goes on counting. */
    DELETED(3);

    private final int code;

    State(int code) {
      this.code = code;
    }

    private static State ofCode(int code) {
      for (State state : values()) {
        if (state.code == code) {
          return state;
        }
      }
      throw new IllegalArgumentException("No state of a calendar has this code; code=" + code);
    }
  }

  /** A calendar before its first change. */
  public static final CalendarRow NEW =
      new CalendarRow(State.OPEN, 0, 0, 0, Long.MAX_VALUE, Long.MIN_VALUE, 0);

  private static final String ROW = "calendars";
  private static final int NEWEST_VERSION = 1;
  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  public static byte[] key(CalendarId calendar) {
    return calendar.value().getBytes(StandardCharsets.US_ASCII);
  }

  public static CalendarId calendarOf(byte[] key) {
    return new CalendarId(new String(key, StandardCharsets.US_ASCII));
  }

  public byte[] encode() {
    return new RowWriter()
        .putByte(NEWEST_VERSION)
        .putByte(state.code)
        .putLong(seq)
        .putLong(events)
        .putLong(overrides)
        .putLong(oldestMillis)
        .putLong(newestMillis)
        .putLong(checksum)
        .toBytes();
  }

  /**
   * @throws UnknownFormatException when a later version of Kalends wrote it
   */
  public static CalendarRow decode(byte[] value) {
    RowReader in = RowReader.versioned(ROW, value, NEWEST_VERSION);
    State state = State.ofCode(in.getByte());
    return new CalendarRow(
        state, in.getLong(), in.getLong(), in.getLong(), in.getLong(), in.getLong(), in.getLong());
  }

  /** The row after an event came. */
  public CalendarRow plus(EventUid uid, String etag, int eventOverrides, EventSpan span) {
    return new CalendarRow(
        state,
        seq,
        events + 1,
        overrides + eventOverrides,
        Math.min(oldestMillis, span.startMillis()),
        Math.max(newestMillis, span.endMillis()),
        checksum + hash(uid, etag));
  }

  /** The row after an event went. */
  public CalendarRow minus(EventUid uid, String etag, int eventOverrides) {
    return new CalendarRow(
        state,
        seq,
        events - 1,
        overrides - eventOverrides,
        oldestMillis,
        newestMillis,
        checksum - hash(uid, etag));
  }

  public CalendarRow withSeq(long newSeq) {
    return new CalendarRow(state, newSeq, events, overrides, oldestMillis, newestMillis, checksum);
  }

  public CalendarRow withState(State newState) {
    return new CalendarRow(newState, seq, events, overrides, oldestMillis, newestMillis, checksum);
  }

  /** FNV-1a of the uid, mixed with the etag, which is a digest itself. */
  private static long hash(EventUid uid, String etag) {
    long hash = FNV_OFFSET;
    for (byte next : uid.value().getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ next & 0xff) * FNV_PRIME;
    }
    for (byte next : HexFormat.of().parseHex(etag)) {
      hash = (hash ^ next & 0xff) * FNV_PRIME;
    }
    hash = (hash ^ hash >>> 32) * 0x9e3779b97f4a7c15L;
    return hash ^ hash >>> 29;
  }
}
