package org.kalends.indexer.index;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Numbers as bytes that sort as the numbers do under unsigned lexicographic order, which is that of
 * RocksDB and of Kafka Streams' ranges: big-endian, a time's sign bit flipped so that times before
 * 1970 come first.
 */
final class OrderedBytes {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private OrderedBytes() {}

  static void putTime(byte[] bytes, int at, long millis) {
    LONG.set(bytes, at, millis ^ Long.MIN_VALUE);
  }

  static long time(byte[] bytes, int at) {
    return (long) LONG.get(bytes, at) ^ Long.MIN_VALUE;
  }

  static void putLong(byte[] bytes, int at, long value) {
    LONG.set(bytes, at, value);
  }

  static long getLong(byte[] bytes, int at) {
    return (long) LONG.get(bytes, at);
  }

  static void putInt(byte[] bytes, int at, int value) {
    INT.set(bytes, at, value);
  }

  static int getInt(byte[] bytes, int at) {
    return (int) INT.get(bytes, at);
  }

  static void putUnsignedShort(byte[] bytes, int at, int value) {
    bytes[at] = (byte) (value >>> 8);
    bytes[at + 1] = (byte) value;
  }

  static int unsignedShort(byte[] bytes, int at) {
    return (bytes[at] & 0xff) << 8 | bytes[at + 1] & 0xff;
  }

  /** The least bytes that are greater than all that begin with this prefix. */
  static byte[] successor(byte[] prefix) {
    int last = prefix.length - 1;
    while (last >= 0 && prefix[last] == (byte) 0xff) {
      last--;
    }
    if (last < 0) {
      throw new IllegalArgumentException("No bytes are greater than a prefix of 0xff alone");
    }
    byte[] successor = Arrays.copyOf(prefix, last + 1);
    successor[last]++;
    return successor;
  }
}
