package org.kalends.schemas;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.Decoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.util.Utf8;
import org.jspecify.annotations.Nullable;

/**
 * Reads Avro's binary encoding and believes no length that the bytes cannot hold: Avro's own
 * decoder allocates what a length claims before it reads, so that a few bytes of a topic that
 * anybody may write could take all memory. Each item of our arrays takes a byte or more. One
 * thread.
 */
final class BoundedDecoder extends Decoder {
  private final BinaryDecoder in;
  private final int most;

  BoundedDecoder(byte[] bytes, int offset) {
    this.most = bytes.length - offset;
    this.in = DecoderFactory.get().binaryDecoder(bytes, offset, most, null);
  }

  private int length() throws IOException {
    return (int) held(in.readLong());
  }

  private long held(long claimed) throws IOException {
    if (claimed < 0 || claimed > most) {
      throw new EOFException("a length is beyond the record's end; length=" + claimed);
    }
    return claimed;
  }

  private byte[] content() throws IOException {
    byte[] content = new byte[length()];
    in.readFixed(content);
    return content;
  }

  @Override
  public Utf8 readString(@Nullable Utf8 old) throws IOException {
    return new Utf8(content());
  }

  @Override
  public String readString() throws IOException {
    return new String(content(), StandardCharsets.UTF_8);
  }

  @Override
  public ByteBuffer readBytes(@Nullable ByteBuffer old) throws IOException {
    return ByteBuffer.wrap(content());
  }

  @Override
  public long readArrayStart() throws IOException {
    return held(in.readArrayStart());
  }

  @Override
  public long arrayNext() throws IOException {
    return held(in.arrayNext());
  }

  @Override
  public long skipArray() throws IOException {
    return held(in.skipArray());
  }

  @Override
  public long readMapStart() throws IOException {
    return held(in.readMapStart());
  }

  @Override
  public long mapNext() throws IOException {
    return held(in.mapNext());
  }

  @Override
  public long skipMap() throws IOException {
    return held(in.skipMap());
  }

  @Override
  public void readNull() throws IOException {
    in.readNull();
  }

  @Override
  public boolean readBoolean() throws IOException {
    return in.readBoolean();
  }

  @Override
  public int readInt() throws IOException {
    return in.readInt();
  }

  @Override
  public long readLong() throws IOException {
    return in.readLong();
  }

  @Override
  public float readFloat() throws IOException {
    return in.readFloat();
  }

  @Override
  public double readDouble() throws IOException {
    return in.readDouble();
  }

  @Override
  public void readFixed(byte[] bytes, int start, int length) throws IOException {
    in.readFixed(bytes, start, length);
  }

  @Override
  public int readEnum() throws IOException {
    return in.readEnum();
  }

  @Override
  public int readIndex() throws IOException {
    return in.readIndex();
  }

  @Override
  public void skipString() throws IOException {
    in.skipString();
  }

  @Override
  public void skipBytes() throws IOException {
    in.skipBytes();
  }

  @Override
  public void skipFixed(int length) throws IOException {
    in.skipFixed(length);
  }
}
