package org.kalends.ingest.icalendar;

import java.util.Locale;
import java.util.regex.Pattern;
import org.kalends.schemas.event.InvalidEventException;
import org.kalends.schemas.event.RecurrenceRule;

/** RECUR values (RFC 5545 §3.3.10), checked where their line is known. */
final class RuleValue {
  private static final Pattern WHITE_SPACE = Pattern.compile("\\s");

  private RuleValue() {}

  /**
   * The rule in upper case; white space within it and empty parts, as some writers leave them, are
   * taken out.
   */
  static String parse(ContentLine property, Notes notes) throws PropertyFault {
    StringBuilder rule = new StringBuilder(property.value().length());
    for (String part : property.value().split(";", -1)) {
      String compact = WHITE_SPACE.matcher(part).replaceAll("");
      if (!compact.isEmpty()) {
        rule.append(rule.isEmpty() ? "" : ";").append(compact.toUpperCase(Locale.ROOT));
      }
    }
    String written = property.value().strip().toUpperCase(Locale.ROOT);
    if (!rule.toString().equals(written)) {
      notes.add(property, Tolerance.LOOSE_RULE);
    }
    try {
      RecurrenceRule.parse(rule.toString());
    } catch (InvalidEventException e) {
      throw PropertyFault.of(e, property);
    }
    return rule.toString();
  }
}
