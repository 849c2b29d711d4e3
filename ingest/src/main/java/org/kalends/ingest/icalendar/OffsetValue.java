package org.kalends.ingest.icalendar;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** UTC-OFFSET values (RFC 5545 §3.3.14), with seconds. */
final class OffsetValue {
  private static final Pattern FORM = Pattern.compile("([+-])?(\\d\\d):?(\\d\\d)(?::?(\\d\\d))?");

  /** Seconds: java.time knows no larger offset. */
  static final int MAX_OFFSET = 18 * 3600;

  private OffsetValue() {}

  /** Seconds east of UTC. */
  static int parse(ContentLine property) throws PropertyFault {
    Matcher form = FORM.matcher(property.value().strip());
    if (form.matches()) {
      int seconds = form.group(4) == null ? 0 : Integer.parseInt(form.group(4));
      int offset =
          Integer.parseInt(form.group(2)) * 3600 + Integer.parseInt(form.group(3)) * 60 + seconds;
      if (offset <= MAX_OFFSET) {
        return "-".equals(form.group(1)) ? -offset : offset;
      }
    }
    throw PropertyFault.broken(
        property,
        "The value is no offset from UTC; property="
            + property.name()
            + " value="
            + property.value().strip(),
        "RFC 5545 3.3.14: an offset is (+|-)HHMM[SS], at most 18 hours");
  }
}
