package org.kalends.schemas;

import java.util.Locale;

/**
 * A calendar user address in the form that addresses are compared and indexed in: without {@code
 * mailto:}, in lower case (RFC 5545 §3.3.3; RFC 6638 §2.4.1 compares them so).
 */
public record AttendeeAddress(String value) implements Comparable<AttendeeAddress> {
  /** Characters, after normalization. */
  public static final int MAX_LENGTH = 320;

  private static final String MAILTO = "mailto:";

  /**
   * @throws IllegalArgumentException when the value is empty, too long or not normalized: use
   *     {@link #of}
   */
  public AttendeeAddress {
    if (value.isEmpty() || value.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "An attendee's address has 1 to " + MAX_LENGTH + " characters; length=" + value.length());
    }
    if (!value.equals(normalized(value))) {
      throw new IllegalArgumentException("The address is not normalized; address=" + value);
    }
  }

  /** The normalized address of one as written in an event or a query. */
  public static AttendeeAddress of(String written) {
    return new AttendeeAddress(normalized(written));
  }

  private static String normalized(String written) {
    String address = written.strip().toLowerCase(Locale.ROOT);
    // some writers put the scheme before what has it already
    while (address.startsWith(MAILTO)) {
      address = address.substring(MAILTO.length()).strip();
    }
    return address;
  }

  @Override
  public int compareTo(AttendeeAddress other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
