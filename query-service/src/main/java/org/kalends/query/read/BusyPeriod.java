package org.kalends.query.read;

/**
 * A period in which somebody is not free, half-open.
 *
 * @param startMillis epoch milliseconds
 * @param endMillis epoch milliseconds, after the start
 */
public record BusyPeriod(long startMillis, long endMillis, Type type) {
  /** FBTYPE (RFC 5545 §3.2.9), the stronger first. */
  public enum Type {
    BUSY("BUSY"),
    BUSY_TENTATIVE("BUSY-TENTATIVE");

    private final String value;

    Type(String value) {
      this.value = value;
    }

    /** As the RFC writes it. */
    public String value() {
      return value;
    }
  }
}
