package org.kalends.query.read;

import java.io.ByteArrayOutputStream;
import java.util.Base64;
import java.util.List;

/**
 * What an answer was read at: the version of each subject that it asked for, in their order. A
 * calendar's version is its sequence number.
 */
public record Position(List<Long> versions) {
  private static final int FORMAT = 1;

  public Position {
    versions = List.copyOf(versions);
  }

  /** The position of an answer about one subject. */
  public static Position of(long version) {
    return new Position(List.of(version));
  }

  /** The opaque text of it: base64url of a format byte and varints. */
  public String encode() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(FORMAT);
    for (long version : versions) {
      long left = version;
      while ((left & ~0x7fL) != 0) {
        out.write((int) (left & 0x7f | 0x80));
        left >>>= 7;
      }
      out.write((int) left);
    }
    return Base64.getUrlEncoder().withoutPadding().encodeToString(out.toByteArray());
  }

  /** Differs, but for chance, from that of any other position. */
  long digest() {
    return Fingerprint.of(encode());
  }
}
