package org.kalends.schemas;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.io.DatumReader;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.avro.message.SchemaStore;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;
import org.kalends.schemas.avro.CalendarChange;
import org.kalends.schemas.avro.CalendarEvent;
import org.kalends.schemas.avro.ChangeResult;
import org.kalends.schemas.avro.Event;
import org.kalends.schemas.avro.SubjectEntries;

/**
 * Records to bytes and back, in Avro's single-object encoding (marker, schema fingerprint, body),
 * with every schema that was ever published bundled, so that old records stay readable and a
 * foreign or future one is told apart.
 *
 * <p>Safe for use by many threads.
 */
public final class RecordCodec<T extends SpecificRecordBase> {
  /** Of the single-object encoding: a marker of two bytes, and the schema's fingerprint. */
  private static final int HEADER_BYTES = 10;

  private static final byte MARKER_FIRST = (byte) 0xC3;
  private static final byte MARKER_SECOND = 0x01;

  private final BinaryMessageEncoder<T> encoder;
  private final SchemaStore history;
  private final SpecificData model;
  private final Schema schema;
  private final Map<Long, DatumReader<T>> readers = new ConcurrentHashMap<>();
  private final String name;

  private RecordCodec(Class<T> type) {
    this.model = SpecificData.getForClass(type);
    this.schema = model.getSchema(type);
    this.name = type.getSimpleName();
    this.encoder = new BinaryMessageEncoder<>(model, schema);
    this.history = new SchemaHistory().of(name);
  }

  public static RecordCodec<CalendarChange> calendarChanges() {
    return new RecordCodec<>(CalendarChange.class);
  }

  public static RecordCodec<ChangeResult> changeResults() {
    return new RecordCodec<>(ChangeResult.class);
  }

  public static RecordCodec<CalendarEvent> calendarEvents() {
    return new RecordCodec<>(CalendarEvent.class);
  }

  /** An event by itself, as the stores keep it. */
  public static RecordCodec<Event> events() {
    return new RecordCodec<>(Event.class);
  }

  public static RecordCodec<SubjectEntries> subjectEntries() {
    return new RecordCodec<>(SubjectEntries.class);
  }

  public byte[] encode(T value) {
    try {
      var buffer = encoder.encode(value);
      byte[] bytes = new byte[buffer.remaining()];
      buffer.get(bytes);
      return bytes;
    } catch (IOException e) {
      throw new UncheckedIOException("encoding to memory failed", e);
    }
  }

  /**
   * @throws UnreadableRecordException when the bytes are no record of this type in any known schema
   */
  public T decode(byte[] bytes) {
    try {
      return reader(bytes).read(null, new BoundedDecoder(bytes, HEADER_BYTES));
    } catch (IOException
        | AvroRuntimeException
        | ArrayIndexOutOfBoundsException
        | UnsupportedOperationException e) {
      throw unreadable(bytes, String.valueOf(e.getMessage()), e);
    }
  }

  private DatumReader<T> reader(byte[] bytes) {
    if (bytes.length < HEADER_BYTES || bytes[0] != MARKER_FIRST || bytes[1] != MARKER_SECOND) {
      throw unreadable(bytes, "there is no marker of the single-object encoding", null);
    }
    long fingerprint = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong(2);
    DatumReader<T> known = readers.get(fingerprint);
    if (known != null) {
      return known;
    }
    Schema written = history.findByFingerprint(fingerprint);
    if (written == null) {
      throw unreadable(
          bytes, "the schema is not known; fingerprint=" + Long.toHexString(fingerprint), null);
    }
    @SuppressWarnings("unchecked") // a reader of this schema makes this type
    DatumReader<T> reader = (DatumReader<T>) model.createDatumReader(written, schema);
    readers.put(fingerprint, reader);
    return reader;
  }

  private UnreadableRecordException unreadable(
      byte[] bytes, String cause, @Nullable Exception exception) {
    return new UnreadableRecordException(
        "The bytes are no "
            + name
            + " in a schema known here; bytes="
            + bytes.length
            + " cause="
            + cause,
        exception);
  }
}
