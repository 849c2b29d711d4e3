package org.kalends.ingest.icalendar;

import org.jspecify.annotations.Nullable;
import org.kalends.schemas.http.Problem;
import org.kalends.schemas.http.ProblemType;

/**
 * What is wrong with a calendar's text, and where.
 *
 * @param type INVALID_CALENDAR for broken text, INVALID_EVENT for a broken rule, LIMIT_EXCEEDED for
 *     a limit
 * @param detail a sentence with {@code name=value} details
 * @param line 1-based line of the text where the property starts, 0 when it is the text as a whole
 * @param property the property or component at fault
 * @param rule the rule that is broken, with its section
 */
public record CalendarFault(
    ProblemType type, String detail, int line, @Nullable String property, @Nullable String rule) {
  public Problem asProblem() {
    return new Problem(type, detail, line == 0 ? null : line, property, rule, null);
  }
}
