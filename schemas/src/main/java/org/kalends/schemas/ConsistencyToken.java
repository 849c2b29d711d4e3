package org.kalends.schemas;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a write's answer hands to later reads, so that they see it (read your writes): a calendar's
 * sequence number, and for each subject partition that the write touched the number that must be
 * applied there.
 *
 * <p>As text it is opaque to callers: base64url of a version byte, the calendar, and varints.
 *
 * @param calendar that was written
 * @param seq the calendar's sequence number of the write
 * @param subjectPartitions partition → sequence number of the calendar to be applied there
 */
public record ConsistencyToken(
    CalendarId calendar, long seq, SortedMap<Integer, Long> subjectPartitions) {
  private static final int VERSION = 1;

  public ConsistencyToken {
    subjectPartitions = Collections.unmodifiableSortedMap(new TreeMap<>(subjectPartitions));
  }

  /** The token that asks for all that either asks for; both are of one calendar. */
  public ConsistencyToken and(ConsistencyToken other) {
    if (!calendar.equals(other.calendar)) {
      throw new IllegalArgumentException(
          "Tokens of two calendars; " + calendar + " and " + other.calendar);
    }
    SortedMap<Integer, Long> both = new TreeMap<>(subjectPartitions);
    other.subjectPartitions.forEach(
        (partition, needed) -> both.merge(partition, needed, Math::max));
    return new ConsistencyToken(calendar, Math.max(seq, other.seq), both);
  }

  public String encode() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(VERSION);
    byte[] name = calendar.value().getBytes(StandardCharsets.US_ASCII);
    writeVarint(out, name.length);
    out.writeBytes(name);
    writeVarint(out, seq);
    writeVarint(out, subjectPartitions.size());
    subjectPartitions.forEach(
        (partition, needed) -> {
          writeVarint(out, partition);
          writeVarint(out, needed);
        });
    return Base64.getUrlEncoder().withoutPadding().encodeToString(out.toByteArray());
  }

  /**
   * @throws IllegalArgumentException with a sentence for the caller when the text is no token
   */
  public static ConsistencyToken decode(String text) {
    try {
      ByteArrayInputStream in = new ByteArrayInputStream(Base64.getUrlDecoder().decode(text));
      if (in.read() != VERSION) {
        throw new IllegalArgumentException("unknown version");
      }
      int length = Math.toIntExact(readVarint(in));
      if (length > in.available()) {
        throw new IllegalArgumentException("cut off");
      }
      CalendarId calendar =
          new CalendarId(new String(bytes(in, length), StandardCharsets.US_ASCII));
      long seq = readVarint(in);
      SortedMap<Integer, Long> partitions = new TreeMap<>();
      for (long left = readVarint(in); left > 0; left--) {
        partitions.put(Math.toIntExact(readVarint(in)), readVarint(in));
      }
      if (in.available() > 0) {
        throw new IllegalArgumentException("bytes behind its end");
      }
      return new ConsistencyToken(calendar, seq, partitions);
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new IllegalArgumentException(
          "This is no consistency token; token=" + text + " cause=" + e.getMessage(), e);
    }
  }

  private static byte[] bytes(ByteArrayInputStream in, int length) {
    byte[] bytes = new byte[length];
    if (in.read(bytes, 0, length) < length) {
      throw new IllegalArgumentException("cut off");
    }
    return bytes;
  }

  private static void writeVarint(ByteArrayOutputStream out, long value) {
    long left = value;
    while ((left & ~0x7fL) != 0) {
      out.write((int) (left & 0x7f | 0x80));
      left >>>= 7;
    }
    out.write((int) left);
  }

  private static long readVarint(ByteArrayInputStream in) {
    long value = 0;
    for (int shift = 0; shift < 63; shift += 7) {
      int next = in.read();
      if (next < 0) {
        throw new IllegalArgumentException("cut off");
      }
      value |= (next & 0x7fL) << shift;
      if ((next & 0x80) == 0) {
        return value;
      }
    }
    throw new IllegalArgumentException("a number is too large");
  }
}
