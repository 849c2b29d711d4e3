package org.kalends.query.http;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.kalends.schemas.http.ProblemException;
import org.kalends.schemas.http.ProblemType;

/** What an event can be given as; the first is given to who does not say. */
enum MediaType {
  JSON("application", "json"),
  CALENDAR("text", "calendar");

  private final String type;
  private final String subtype;

  MediaType(String type, String subtype) {
    this.type = type;
    this.subtype = subtype;
  }

  /** The media type with the encoding of its text. */
  String value() {
    return this == CALENDAR ? "text/calendar; charset=utf-8" : Answer.JSON_TYPE;
  }

  /**
   * The type that an Accept header prefers (RFC 9110 §12.5.1).
   *
   * @throws ProblemException not-acceptable when it takes none of them
   */
  static MediaType accepted(@Nullable String accept) {
    if (accept == null || accept.isBlank()) {
      return JSON;
    }
    MediaType best = null;
    double bestWeight = 0;
    for (MediaType candidate : values()) {
      double weight = candidate.weight(accept.toLowerCase(Locale.ROOT));
      if (weight > bestWeight) {
        best = candidate;
        bestWeight = weight;
      }
    }
    if (best == null) {
      throw new ProblemException(
          ProblemType.NOT_ACCEPTABLE,
          "There is application/json and text/calendar; accept=" + accept);
    }
    return best;
  }

  /** The weight that the most exact of the ranges gives it. */
  private double weight(String accept) {
    int exactness = -1;
    double weight = 0;
    for (String range : accept.split(",", -1)) {
      String[] parts = range.split(";", -1);
      int exact = exactness(parts[0].strip());
      if (exact > exactness) {
        exactness = exact;
        weight = quality(parts);
      }
    }
    return weight;
  }

  private int exactness(String range) {
    if (range.equals(type + "/" + subtype)) {
      return 2;
    }
    if (range.equals(type + "/*")) {
      return 1;
    }
    return range.equals("*/*") ? 0 : -1;
  }

  private static double quality(String[] parts) {
    for (String part : parts) {
      String parameter = part.strip();
      if (parameter.startsWith("q=")) {
        try {
          return Double.parseDouble(parameter.substring(2));
        } catch (NumberFormatException e) {
          throw new ProblemException(
              ProblemType.INVALID_REQUEST, "The weight is no number; parameter=" + parameter);
        }
      }
    }
    return 1;
  }
}
