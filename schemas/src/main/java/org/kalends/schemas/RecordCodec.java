package org.kalends.schemas;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.avro.message.SchemaStore;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecordBase;
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
  private final BinaryMessageEncoder<T> encoder;
  private final BinaryMessageDecoder<T> decoder;
  private final String name;

  private RecordCodec(Class<T> type) {
    SpecificData model = SpecificData.getForClass(type);
    var schema = model.getSchema(type);
    this.name = type.getSimpleName();
    this.encoder = new BinaryMessageEncoder<>(model, schema);
    this.decoder = new BinaryMessageDecoder<>(model, schema, bundledSchemas(name));
  }

  private static SchemaStore bundledSchemas(String recordName) {
    return new SchemaHistory().of(recordName);
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
      return decoder.decode(bytes);
    } catch (IOException
        | AvroRuntimeException
        | ArrayIndexOutOfBoundsException
        | NegativeArraySizeException e) {
      throw new UnreadableRecordException(
          "The bytes are no "
              + name
              + " in a schema known here; bytes="
              + bytes.length
              + " cause="
              + e.getMessage(),
          e);
    }
  }
}
