package org.kalends.ingest.icalendar;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.kalends.ingest.icalendar.ContentLine.Parameter;

/**
 * Takes one unfolded content line apart by the grammar of RFC 5545 §3.1, in one pass.
 *
 * <p>Tolerated without a note, because nothing is guessed: names in any case, white space around a
 * name, an empty parameter ({@code ;:} or {@code ;;}), a parameter without a value, and a backslash
 * before a separator in an unquoted parameter value (Apple's {@code X-TITLE=Street 5\; Town}).
 */
final class ContentLineLexer {
  private final String text;
  private final int line;
  private int position;

  private ContentLineLexer(String text, int line) {
    this.text = text;
    this.line = line;
  }

  /** The line's parts; null when it is no content line: no name, or no colon behind it. */
  static @Nullable ContentLine parse(String text, int line) {
    return new ContentLineLexer(text, line).parse();
  }

  private @Nullable ContentLine parse() {
    String name = name();
    if (name == null) {
      return null;
    }
    List<Parameter> parameters = List.of();
    while (peek() == ';') {
      position++;
      Parameter parameter = parameter();
      if (parameter != null) {
        if (parameters.isEmpty()) {
          parameters = new ArrayList<>(4);
        }
        parameters.add(parameter);
      }
    }
    if (peek() != ':') {
      return null;
    }
    return new ContentLine(name, parameters, text.substring(position + 1), text, line);
  }

  private int peek() {
    return position < text.length() ? text.charAt(position) : -1;
  }

  /** A name of letters, digits and hyphens, in upper case; white space around it is passed over. */
  private @Nullable String name() {
    skipSpaces();
    int start = position;
    while (isNameCharacter(peek())) {
      position++;
    }
    String name = position == start ? null : text.substring(start, position);
    skipSpaces();
    return name == null ? null : name.toUpperCase(Locale.ROOT);
  }

  private void skipSpaces() {
    while (peek() == ' ' || peek() == '\t') {
      position++;
    }
  }

  private static boolean isNameCharacter(int c) {
    return c >= 'A' && c <= 'Z'
        || c >= 'a' && c <= 'z'
        || c >= '0' && c <= '9'
        || c == '-'
        || c == '_'
        || c == '.';
  }

  private @Nullable Parameter parameter() {
    String name = name();
    if (name == null) {
      return null;
    }
    if (peek() != '=') {
      return new Parameter(name, List.of(""));
    }
    position++;
    String first = parameterValue();
    if (peek() != ',') {
      return new Parameter(name, List.of(first));
    }
    List<String> values = new ArrayList<>(4);
    values.add(first);
    while (peek() == ',') {
      position++;
      values.add(parameterValue());
    }
    return new Parameter(name, values);
  }

  private String parameterValue() {
    if (peek() == '"') {
      int end = text.indexOf('"', position + 1);
      if (end >= 0) {
        String quoted = text.substring(position + 1, end);
        position = end + 1;
        return decode(quoted);
      }
    }
    int start = position;
    while (position < text.length() && !endsUnquoted()) {
      position++;
    }
    return decode(text.substring(start, position));
  }

  private boolean endsUnquoted() {
    char c = text.charAt(position);
    if (c == ':') {
      return true;
    }
    boolean escaped = text.charAt(position - 1) == '\\';
    return (c == ';' || c == ',') && !escaped;
  }

  /** RFC 6868 §3.2: {@code ^n} is a new line, {@code ^'} a double quote, {@code ^^} a caret. */
  private static String decode(String written) {
    if (written.indexOf('^') < 0) {
      return written;
    }
    StringBuilder decoded = new StringBuilder(written.length());
    boolean escaped = false;
    for (int i = 0; i < written.length(); i++) {
      char c = written.charAt(i);
      if (!escaped && c == '^') {
        escaped = true;
        continue;
      }
      switch (c) {
        case 'n' -> decoded.append(escaped ? '\n' : c);
        case '\'' -> decoded.append(escaped ? '"' : c);
        case '^' -> decoded.append(c);
        default -> decoded.append(escaped ? "^" : "").append(c);
      }
      escaped = false;
    }
    return escaped ? decoded.append('^').toString() : decoded.toString();
  }
}
