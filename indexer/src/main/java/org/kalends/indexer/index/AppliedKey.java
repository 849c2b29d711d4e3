package org.kalends.indexer.index;

import java.nio.charset.StandardCharsets;
import org.kalends.schemas.CalendarId;

/**
 * The key of the stores {@code applied} and {@code subject-applied}: what a number of progress is
 * kept for. The first byte tells the kind.
 *
 * <pre>
 * bytes  what
 * 1      kind: 1 input partition, 2 calendar
 * then   1: the partition, 4 bytes, big-endian
 *        2: the calendar's name, ASCII
 * </pre>
 */
public sealed interface AppliedKey {
  /** The partition's last input record: {@link AppliedRow#value} is its offset. */
  record InputPartition(int partition) implements AppliedKey {
    static final byte KIND = 1;
  }

  /** In {@code subject-applied}: the value is the calendar's seq that is complete here. */
  record OfCalendar(CalendarId calendar) implements AppliedKey {
    static final byte KIND = 2;
  }

  default byte[] encode() {
    return switch (this) {
      case InputPartition(int partition) ->
          new RowWriter().putByte(InputPartition.KIND).putInt(partition).toBytes();
      case OfCalendar(CalendarId calendar) -> ofText(OfCalendar.KIND, calendar.value());
    };
  }

  /**
   * @throws IllegalArgumentException when the first byte is no kind known here
   */
  static AppliedKey decode(byte[] key) {
    return switch (key[0]) {
      case InputPartition.KIND -> new InputPartition(OrderedBytes.getInt(key, 1));
      case OfCalendar.KIND -> new OfCalendar(new CalendarId(text(key)));
      default ->
          throw new IllegalArgumentException("No kind of progress has this code; code=" + key[0]);
    };
  }

  private static byte[] ofText(byte kind, String text) {
    return new RowWriter().putByte(kind).putBytes(text.getBytes(StandardCharsets.UTF_8)).toBytes();
  }

  private static String text(byte[] key) {
    return new String(key, 1, key.length - 1, StandardCharsets.UTF_8);
  }
}
