package org.kalends.indexer.index;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads what a {@link RowWriter} wrote, from a position on, without copying. One thread. */
final class RowReader {
  private final byte[] bytes;
  private int at;

  RowReader(byte[] bytes, int at) {
    this.bytes = bytes;
    this.at = at;
  }

  /**
   * A reader behind the version byte.
   *
   * @throws UnknownFormatException when the version is above the newest known
   */
  static RowReader versioned(String row, byte[] bytes, int newestKnown) {
    checkVersion(row, bytes, newestKnown);
    return new RowReader(bytes, 1);
  }

  /**
   * Looks at the first byte, the format version of every row.
   *
   * @throws UnknownFormatException when the version is above the newest known
   */
  static void checkVersion(String row, byte[] bytes, int newestKnown) {
    int version = bytes.length == 0 ? 0 : bytes[0] & 0xff;
    if (version < 1 || version > newestKnown) {
      throw new UnknownFormatException(row, version, newestKnown);
    }
  }

  int getByte() {
    return bytes[at++] & 0xff;
  }

  int getInt() {
    int value = OrderedBytes.getInt(bytes, at);
    at += Integer.BYTES;
    return value;
  }

  long getLong() {
    long value = OrderedBytes.getLong(bytes, at);
    at += Long.BYTES;
    return value;
  }

  int getVarint() {
    int value = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = bytes[at++];
      value |= (next & 0x7f) << shift;
      if (next >= 0) {
        return value;
      }
    }
  }

  String getText() {
    return text(getVarint());
  }

  @Nullable String getNullableText() {
    int length = getVarint();
    return length == 0 ? null : text(length - 1);
  }

  RowReader skipText() {
    int length = getVarint();
    at += length;
    return this;
  }

  RowReader skipNullableText() {
    int length = getVarint();
    at += Math.max(0, length - 1);
    return this;
  }

  /** Whether the next text is this one; stands behind it then. */
  boolean matchText(byte[] utf8) {
    int length = getVarint();
    at += length;
    return Arrays.equals(bytes, at - length, at, utf8, 0, utf8.length);
  }

  byte[] getBytes(int length) {
    at += length;
    return Arrays.copyOfRange(bytes, at - length, at);
  }

  /** The bytes from here to the end. */
  byte[] getRest() {
    return getBytes(bytes.length - at);
  }

  private String text(int length) {
    at += length;
    return new String(bytes, at - length, length, StandardCharsets.UTF_8);
  }
}
