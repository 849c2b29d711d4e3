package org.kalends.indexer.index;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Writes a row's value from front to back. Numbers are big-endian; lengths are varints of seven
 * bits a byte, lowest first; a text that is absent is told apart from an empty one. One thread.
 */
final class RowWriter {
  private static final int FIRST_CAPACITY = 256;

  private byte[] bytes = new byte[FIRST_CAPACITY];
  private int size;

  RowWriter putByte(int value) {
    int at = grow(1);
    bytes[at] = (byte) value;
    return this;
  }

  RowWriter putShort(int value) {
    int at = grow(Short.BYTES);
    OrderedBytes.putUnsignedShort(bytes, at, value);
    return this;
  }

  RowWriter putInt(int value) {
    int at = grow(Integer.BYTES);
    OrderedBytes.putInt(bytes, at, value);
    return this;
  }

  RowWriter putLong(long value) {
    int at = grow(Long.BYTES);
    OrderedBytes.putLong(bytes, at, value);
    return this;
  }

  RowWriter putVarint(int value) {
    int left = value;
    while ((left & ~0x7f) != 0) {
      putByte(left & 0x7f | 0x80);
      left >>>= 7;
    }
    return putByte(left);
  }

  /** The bytes without a length. */
  RowWriter putBytes(byte[] value) {
    int at = grow(value.length);
    System.arraycopy(value, 0, bytes, at, value.length);
    return this;
  }

  RowWriter putText(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    return putVarint(utf8.length).putBytes(utf8);
  }

  /** Length + 1 and the text, or 0. */
  RowWriter putNullableText(@Nullable String text) {
    if (text == null) {
      return putVarint(0);
    }
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    return putVarint(utf8.length + 1).putBytes(utf8);
  }

  byte[] toBytes() {
    return Arrays.copyOf(bytes, size);
  }

  private int grow(int length) {
    int at = size;
    size += length;
    if (size > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(size, 2 * bytes.length));
    }
    return at;
  }
}
