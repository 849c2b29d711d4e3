package org.kalends.schemas;

/**
 * The headers of a record in {@link Topics#DEAD_LETTERS}; key, value and the record's own headers
 * stay as they were. All are UTF-8 text.
 */
public final class DeadLetterHeaders {
  /** The topic it was read from. */
  public static final String TOPIC = "kalends.topic";

  public static final String PARTITION = "kalends.partition";
  public static final String OFFSET = "kalends.offset";

  /** A sentence: what was wrong with it. */
  public static final String REASON = "kalends.reason";

  /** When it was set aside, RFC 3339. */
  public static final String AT = "kalends.at";

  private DeadLetterHeaders() {}
}
