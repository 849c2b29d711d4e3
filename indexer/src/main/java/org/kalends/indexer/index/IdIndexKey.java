package org.kalends.indexer.index;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;

/**
 * The key of the id-index:
 *
 * <pre>
 * bytes  what
 * 1 + n  calendar  length, then its name in ASCII
 * n      uid       UTF-8, to the end of the key
 * </pre>
 *
 * <p>The uid does not tell its length, so that a calendar's events lie in the order of their uids'
 * bytes: that is the order of listing and export. Nothing follows it that it could be mistaken for.
 * A key without a uid is that of the calendar's {@link AppliedSeq}.
 */
public record IdIndexKey(CalendarId calendar, EventUid uid) {
  public byte[] encode() {
    byte[] uidBytes = uid.value().getBytes(StandardCharsets.UTF_8);
    byte[] prefix = prefix(calendar);
    byte[] key = Arrays.copyOf(prefix, prefix.length + uidBytes.length);
    System.arraycopy(uidBytes, 0, key, prefix.length, uidBytes.length);
    return key;
  }

  public static IdIndexKey decode(byte[] key) {
    int uidAt = 1 + (key[0] & 0xff);
    return new IdIndexKey(
        new CalendarId(new String(key, 1, uidAt - 1, StandardCharsets.US_ASCII)),
        new EventUid(new String(key, uidAt, key.length - uidAt, StandardCharsets.UTF_8)));
  }

  /** All events of a calendar. */
  public static KeyRange rows(CalendarId calendar) {
    byte[] prefix = prefix(calendar);
    return new KeyRange(Arrays.copyOf(prefix, prefix.length + 1), OrderedBytes.successor(prefix));
  }

  /** The calendar's events behind this one. */
  public static KeyRange rowsAfter(CalendarId calendar, EventUid uid) {
    byte[] key = new IdIndexKey(calendar, uid).encode();
    return new KeyRange(
        Arrays.copyOf(key, key.length + 1), OrderedBytes.successor(prefix(calendar)));
  }

  static byte[] prefix(CalendarId calendar) {
    byte[] name = calendar.value().getBytes(StandardCharsets.US_ASCII);
    byte[] prefix = new byte[1 + name.length];
    prefix[0] = (byte) name.length;
    System.arraycopy(name, 0, prefix, 1, name.length);
    return prefix;
  }
}
