package org.kalends.schemas;

import java.util.regex.Pattern;

/**
 * The name of a calendar: 1…{@value #MAX_LENGTH} characters of {@code [A-Za-z0-9._@~-]}, so that it
 * stands in a URL path and in a record key as it is; not the two that a path takes for a step (RFC
 * 3986 §5.2.4).
 */
public record CalendarId(String value) implements Comparable<CalendarId> {
  /** Characters (all of them ASCII). */
  public static final int MAX_LENGTH = 128;

  private static final Pattern ALLOWED =
      Pattern.compile("(?!\\.{1,2}$)[A-Za-z0-9._@~-]{1," + MAX_LENGTH + "}");

  /**
   * @throws IllegalArgumentException with a sentence for the caller when the name breaks the rule
   */
  public CalendarId {
    if (!ALLOWED.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "A calendar's name has 1 to "
              + MAX_LENGTH
              + " characters of A-Z a-z 0-9 . _ @ ~ -, and is not . or ..; calendar="
              + value);
    }
  }

  @Override
  public int compareTo(CalendarId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
