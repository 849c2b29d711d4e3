package org.kalends.indexer.index;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.kalends.schemas.AttendeeAddress;
import org.kalends.schemas.CalendarId;

/**
 * A row of a dtend-index beside a subject's entries: a number that grows with each change of them.
 * It lies in the same store as they do, so that it is committed with them: whoever reads it before
 * and after reading the entries knows whether they are of one state.
 *
 * <pre>
 * bytes  key
 * 2 + n  subject  as in {@link DtendIndexKey}
 * 1      0: before all bands
 *
 * bytes  value
 * 1      format version, 1
 * 8      version: a calendar's seq; for an attendee the offset of the last record, plus one
 * </pre>
 */
public final class SubjectVersion {
  private static final String ROW = "subject version";
  private static final int NEWEST_VERSION = 1;

  private SubjectVersion() {}

  public static byte[] key(CalendarId calendar) {
    return key(DtendIndexKey.prefix(calendar.value()));
  }

  public static byte[] key(AttendeeAddress attendee) {
    return key(DtendIndexKey.prefix(attendee.value()));
  }

  static byte[] key(byte[] subjectPrefix) {
    return Arrays.copyOf(subjectPrefix, subjectPrefix.length + 1);
  }

  public static byte[] encode(long version) {
    return new RowWriter().putByte(NEWEST_VERSION).putLong(version).toBytes();
  }

  /**
   * The version of a stored row, 0 where there is none.
   *
   * @throws UnknownFormatException when a later version of Kalends wrote it
   */
  public static long decode(byte @Nullable [] row) {
    return row == null ? 0 : RowReader.versioned(ROW, row, NEWEST_VERSION).getLong();
  }
}
