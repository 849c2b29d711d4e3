package org.kalends.query.read;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** 64 bits that tell queries and positions apart. */
final class Fingerprint {
  private Fingerprint() {}

  /** The first eight bytes of the SHA-256 of the parts, each led by its length. */
  static long of(Object... parts) {
    MessageDigest digest = sha256();
    for (Object part : parts) {
      byte[] bytes = part.toString().getBytes(StandardCharsets.UTF_8);
      digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
      digest.update(bytes);
    }
    return ByteBuffer.wrap(digest.digest()).getLong();
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every JDK has SHA-256", e);
    }
  }
}
