package org.kalends.indexer.index;

/**
 * The key of the stores {@code applied} and {@code subject-applied}: what a number of progress is
 * kept for. The first byte tells the kind.
 *
 * <pre>
 * bytes  what
 * 1      kind: 1 input partition
 * 4      the partition, big-endian
 * </pre>
 */
public sealed interface AppliedKey {
  /** The partition's last input record: {@link AppliedRow#value} is its offset. */
  record InputPartition(int partition) implements AppliedKey {
    static final byte KIND = 1;
  }

  default byte[] encode() {
    return switch (this) {
      case InputPartition(int partition) ->
          new RowWriter().putByte(InputPartition.KIND).putInt(partition).toBytes();
    };
  }

  /**
   * @throws IllegalArgumentException when the first byte is no kind known here
   */
  static AppliedKey decode(byte[] key) {
    return switch (key[0]) {
      case InputPartition.KIND -> new InputPartition(OrderedBytes.getInt(key, 1));
      default ->
          throw new IllegalArgumentException("No kind of progress has this code; code=" + key[0]);
    };
  }
}
