package org.kalends.ingest.icalendar;

/** TEXT values (RFC 5545 §3.3.11). */
final class TextValue {
  private TextValue() {}

  /** The text that is meant; a backslash before any other character stands for itself. */
  static String unescape(String written) {
    int backslash = written.indexOf('\\');
    if (backslash < 0) {
      return written;
    }
    StringBuilder text = new StringBuilder(written.length());
    text.append(written, 0, backslash);
    boolean escaped = false;
    for (int i = backslash; i < written.length(); i++) {
      char c = written.charAt(i);
      if (!escaped && c == '\\') {
        escaped = true;
        continue;
      }
      switch (c) {
        case 'n', 'N' -> text.append(escaped ? '\n' : c);
        case '\\', ';', ',', ':', '"' -> text.append(c);
        default -> text.append(escaped ? "\\" : "").append(c);
      }
      escaped = false;
    }
    return escaped ? text.append('\\').toString() : text.toString();
  }
}
