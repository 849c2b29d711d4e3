package org.kalends.indexer.index;

import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.kalends.indexer.recurrence.EventSpan;
import org.kalends.schemas.AttendeeAddress;
import org.kalends.schemas.RecordCodec;
import org.kalends.schemas.avro.Event;

/**
 * The value of the id-index: the accepted state of an event, and where its rows lie, so that they
 * are found again even when a later program would file the same event elsewhere.
 *
 * <pre>
 * bytes   what
 * 1       format version, 1
 * 8       seq          the calendar's sequence number of this state
 * 16      etag
 * 1       band         {@link SpanBand#code}
 * 8       dtstart      of the span, epoch milliseconds
 * 8       dtend        of the span, epoch milliseconds; the greatest long when it has none
 * varint  overrides    how many the event has
 * varint  attendees    how many have a row, then for each
 *   v + n    address   length, then the normalized address in UTF-8
 * rest    event        Avro, single-object encoding, complete
 * </pre>
 *
 * <p>The event is decoded when it is asked for. Used by one thread.
 */
public final class IdIndexValue {
  /** Bytes of an etag. */
  public static final int ETAG_BYTES = 16;

  private static final String ROW = "id-index";
  private static final int NEWEST_VERSION = 1;
  private static final RecordCodec<Event> EVENTS = RecordCodec.events();

  private final long seq;
  private final String etag;
  private final SpanBand band;
  private final EventSpan span;
  private final int overrides;
  private final Set<AttendeeAddress> attendees;
  private final byte[] eventBytes;
  private @Nullable Event event;

  private IdIndexValue(RowReader in) {
    this.seq = in.getLong();
    this.etag = HexFormat.of().formatHex(in.getBytes(ETAG_BYTES));
    this.band = SpanBand.ofCode(in.getByte());
    this.span = new EventSpan(in.getLong(), in.getLong());
    this.overrides = in.getVarint();
    int count = in.getVarint();
    Set<AttendeeAddress> addresses = LinkedHashSet.newLinkedHashSet(count);
    for (int i = 0; i < count; i++) {
      addresses.add(new AttendeeAddress(in.getText()));
    }
    this.attendees = addresses;
    this.eventBytes = in.getRest();
  }

  /**
   * @throws UnknownFormatException when a later version of Kalends wrote it
   */
  public static IdIndexValue read(byte[] value) {
    return new IdIndexValue(RowReader.versioned(ROW, value, NEWEST_VERSION));
  }

  /**
   * The bytes of an event's state.
   *
   * @param etag 32 hex digits
   * @throws IllegalArgumentException when the etag is none
   */
  public static byte[] encode(long seq, String etag, IndexRows rows, Event event) {
    byte[] etagBytes = HexFormat.of().parseHex(etag);
    if (etagBytes.length != ETAG_BYTES) {
      throw new IllegalArgumentException("An etag has 32 hex digits; etag=" + etag);
    }
    RowWriter out =
        new RowWriter()
            .putByte(NEWEST_VERSION)
            .putLong(seq)
            .putBytes(etagBytes)
            .putByte(rows.band().code())
            .putLong(rows.span().startMillis())
            .putLong(rows.span().endMillis())
            .putVarint(event.getOverrides().size())
            .putVarint(rows.attendees().size());
    rows.attendees().forEach(attendee -> out.putText(attendee.value()));
    return out.putBytes(EVENTS.encode(event)).toBytes();
  }

  /** The calendar's sequence number of the change that made this state. */
  public long seq() {
    return seq;
  }

  /** 32 hex digits. */
  public String etag() {
    return etag;
  }

  /** The band that the event's rows lie in. */
  public SpanBand band() {
    return band;
  }

  /** The span that the event's rows are filed under. */
  public EventSpan span() {
    return span;
  }

  /** How many overrides the event has. */
  public int overrides() {
    return overrides;
  }

  /** The attendees that have a row of this event. */
  public Set<AttendeeAddress> attendees() {
    return attendees;
  }

  public Event event() {
    Event decoded = event;
    if (decoded == null) {
      decoded = EVENTS.decode(eventBytes);
      event = decoded;
    }
    return decoded;
  }
}
