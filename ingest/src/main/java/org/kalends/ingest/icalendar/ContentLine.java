package org.kalends.ingest.icalendar;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One unfolded content line (RFC 5545 §3.1): {@code NAME;PARAM=value,"value":value}.
 *
 * @param name in upper case
 * @param parameters in their order
 * @param value as it stands, not unescaped
 * @param text the whole line as received, unfolded
 * @param line the 1-based number of its first physical line
 */
record ContentLine(String name, List<Parameter> parameters, String value, String text, int line) {

  /**
   * A parameter of a property.
   *
   * @param name in upper case
   * @param values without quotes, RFC 6868 escapes resolved; at least one
   */
  record Parameter(String name, List<String> values) {}

  /** The first value of this parameter; null when it is not there or empty. */
  @Nullable String parameter(String parameterName) {
    for (Parameter parameter : parameters) {
      if (parameter.name().equals(parameterName)) {
        String first = parameter.values().get(0);
        return first.isEmpty() ? null : first;
      }
    }
    return null;
  }

  /** The first value of this parameter in upper case; null when it is not there or empty. */
  @Nullable String keyword(String parameterName) {
    String written = parameter(parameterName);
    return written == null ? null : written.strip().toUpperCase(Locale.ROOT);
  }

  /** The value without white space around it, in upper case. */
  String keyword() {
    return value.strip().toUpperCase(Locale.ROOT);
  }

  /** The same property with this value. */
  ContentLine withValue(String newValue) {
    String head = text.substring(0, text.length() - value.length());
    return new ContentLine(name, parameters, newValue, head + newValue, line);
  }
}
