package org.kalends.ingest;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecordBase;

/** How many bytes a record takes in Avro's binary encoding, found by encoding it to nowhere. */
final class EncodedSize {
  private EncodedSize() {}

  static int of(SpecificRecordBase value) {
    Counter counter = new Counter();
    BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(counter, null);
    try {
      new SpecificDatumWriter<SpecificRecordBase>(value.getSchema(), value.getSpecificData())
          .write(value, encoder);
      encoder.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("counting bytes failed", e);
    }
    return Math.toIntExact(counter.bytes);
  }

  private static final class Counter extends OutputStream {
    private long bytes;

    @Override
    public void write(int ignored) {
      bytes++;
    }

    @Override
    public void write(byte[] ignored, int offset, int length) {
      bytes += length;
    }
  }
}
