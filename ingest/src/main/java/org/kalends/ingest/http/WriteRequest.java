package org.kalends.ingest.http;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kalends.ingest.Precondition;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;
import org.kalends.schemas.http.Exchange;
import org.kalends.schemas.http.ProblemException;
import org.kalends.schemas.http.ProblemType;

/** What the path and the headers of a write say. */
final class WriteRequest {
  private WriteRequest() {}

  static CalendarId calendar(Exchange exchange) {
    try {
      return new CalendarId(exchange.pathParameter("calendar"));
    } catch (IllegalArgumentException e) {
      throw invalid(e.getMessage());
    }
  }

  static EventUid uid(Exchange exchange) {
    try {
      return new EventUid(exchange.pathParameter("uid"));
    } catch (IllegalArgumentException e) {
      throw invalid(e.getMessage());
    }
  }

  /** RFC 9110 §13.1.1, §13.1.2; one etag at most. */
  static Precondition precondition(Exchange exchange) {
    String ifMatch = exchange.header("If-Match");
    String ifNoneMatch = exchange.header("If-None-Match");
    if (ifNoneMatch != null && !ifNoneMatch.strip().equals("*")) {
      throw invalid("If-None-Match of a write takes * alone; ifNoneMatch=" + ifNoneMatch);
    }
    return new Precondition(ifMatch == null ? null : etag(ifMatch.strip()), ifNoneMatch != null);
  }

  /**
   * A calendar has no etag of its own: a condition on one cannot be kept, and is not passed over.
   */
  static void noPrecondition(Exchange exchange) {
    for (String name : List.of("If-Match", "If-None-Match")) {
      if (exchange.header(name) != null) {
        throw invalid("A calendar is deleted without conditions; header=" + name);
      }
    }
  }

  private static String etag(String written) {
    if (written.equals("*")) {
      return written;
    }
    if (written.startsWith("W/\"")) {
      // compared strongly, a weak one is like none: the single writer will find so
      return written;
    }
    int length = written.length();
    boolean quoted = length >= 2 && written.startsWith("\"") && written.endsWith("\"");
    if (!quoted || written.substring(1, length - 1).contains("\"")) {
      throw invalid("If-Match takes one etag in quotes, or *; ifMatch=" + written);
    }
    return written.substring(1, length - 1);
  }

  /** RFC 7240 §4.1. */
  static boolean prefersAsync(Exchange exchange) {
    String prefer = exchange.header("Prefer");
    return prefer != null
        && Arrays.stream(prefer.split("[,;]"))
            .anyMatch(preference -> preference.strip().equalsIgnoreCase("respond-async"));
  }

  private static ProblemException invalid(@Nullable String detail) {
    return new ProblemException(
        ProblemType.INVALID_REQUEST, detail == null ? "The request is not understood" : detail);
  }
}
