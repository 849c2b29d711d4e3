package org.kalends.indexer.index;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.kalends.schemas.CalendarId;

/**
 * A row that says up to which sequence number a calendar's rows are complete in a store. It lies in
 * the store that it speaks of: Kafka Streams commits a task's stores one after the other, so that a
 * number in another store would be seen before the rows are, or after them.
 *
 * <pre>
 * bytes  key in the attendees' dtend-index
 * 2      0          before all subjects, whose names are not empty
 * n      calendar   ASCII
 *
 * bytes  key in the id-index
 * 1 + n  calendar   as in {@link IdIndexKey}, without a uid
 *
 * bytes  value
 * 1      format version, 1
 * 8      seq
 * </pre>
 */
public final class AppliedSeq {
  private static final String ROW = "applied seq";
  private static final int NEWEST_VERSION = 1;
  private static final int NO_SUBJECT_BYTES = 2;

  private AppliedSeq() {}

  /** The key in the attendees' dtend-index. */
  public static byte[] subjectKey(CalendarId calendar) {
    byte[] name = calendar.value().getBytes(StandardCharsets.US_ASCII);
    byte[] key = new byte[NO_SUBJECT_BYTES + name.length];
    System.arraycopy(name, 0, key, NO_SUBJECT_BYTES, name.length);
    return key;
  }

  /** The key in the id-index. */
  public static byte[] idKey(CalendarId calendar) {
    return IdIndexKey.prefix(calendar);
  }

  /** Whether a key of the id-index is that of such a row, and not of an event. */
  public static boolean isIdKey(byte[] key) {
    return key.length == 1 + (key[0] & 0xff);
  }

  static boolean isSubjectKey(byte[] key) {
    return Arrays.equals(key, 0, NO_SUBJECT_BYTES, new byte[NO_SUBJECT_BYTES], 0, NO_SUBJECT_BYTES);
  }

  public static byte[] encode(long seq) {
    return new RowWriter().putByte(NEWEST_VERSION).putLong(seq).toBytes();
  }

  /**
   * The number of a stored row, 0 where there is none.
   *
   * @throws UnknownFormatException when a later version of Kalends wrote it
   */
  public static long decode(byte @Nullable [] row) {
    return row == null ? 0 : RowReader.versioned(ROW, row, NEWEST_VERSION).getLong();
  }
}
