package org.kalends.query.routing;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.kalends.query.read.Deadline;
import org.kalends.schemas.http.Exchange;
import org.kalends.schemas.http.ProblemException;
import org.kalends.schemas.http.ProblemType;

/**
 * How a request came here: from a caller, or from a node that took this one for the owner. A
 * request hops once: who gets one with the header and is not the owner says so.
 *
 * @param second whether another node sent it
 * @param deadline until when it may wait
 */
public record Hop(boolean second, Deadline deadline) {
  /** On requests between nodes. */
  public static final String HEADER = "Kalends-Hop";

  /** Milliseconds that are left of the first node's deadline. */
  public static final String DEADLINE_HEADER = "Kalends-Deadline";

  /**
   * @param longest how long a request of a caller may wait; one of a node not longer either
   * @throws ProblemException invalid-request when the deadline's header is no number
   */
  public static Hop of(Exchange exchange, Duration longest) {
    if (exchange.header(HEADER) == null) {
      return new Hop(false, Deadline.in(longest));
    }
    Duration left = millis(exchange.header(DEADLINE_HEADER), longest);
    return new Hop(true, Deadline.in(left.compareTo(longest) < 0 ? left : longest));
  }

  private static Duration millis(@Nullable String text, Duration otherwise) {
    if (text == null) {
      return otherwise;
    }
    try {
      return Duration.ofMillis(Math.max(0, Long.parseLong(text)));
    } catch (NumberFormatException e) {
      throw new ProblemException(
          ProblemType.INVALID_REQUEST,
          "The header holds a number of milliseconds; header="
              + DEADLINE_HEADER
              + " value="
              + text);
    }
  }
}
