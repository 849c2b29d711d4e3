package org.kalends.schemas;

import java.nio.charset.StandardCharsets;

/**
 * The UID of an event (RFC 5545 §3.8.4.7): 1…{@value #MAX_BYTES} bytes of UTF-8, case-sensitive.
 */
public record EventUid(String value) implements Comparable<EventUid> {
  /** Bytes of UTF-8. */
  public static final int MAX_BYTES = 255;

  /**
   * @throws IllegalArgumentException with a sentence for the caller when the uid is empty or too
   *     long
   */
  public EventUid {
    int bytes = value.getBytes(StandardCharsets.UTF_8).length;
    if (bytes < 1 || bytes > MAX_BYTES) {
      throw new IllegalArgumentException(
          "A UID has 1 to " + MAX_BYTES + " bytes of UTF-8; bytes=" + bytes);
    }
  }

  @Override
  public int compareTo(EventUid other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
