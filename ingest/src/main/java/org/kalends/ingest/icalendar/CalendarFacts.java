package org.kalends.ingest.icalendar;

import org.jspecify.annotations.Nullable;

/**
 * What a VCALENDAR states about its components, as far as it matters to their meaning.
 *
 * @param method METHOD (RFC 5546 §1.4) in upper case
 * @param scale CALSCALE in upper case
 * @param zone X-WR-TIMEZONE as written
 */
record CalendarFacts(@Nullable String method, @Nullable String scale, @Nullable String zone) {
  static final CalendarFacts NONE = new CalendarFacts(null, null, null);

  CalendarFacts with(ContentLine property) {
    return switch (property.name()) {
      case "METHOD" -> new CalendarFacts(property.keyword(), scale, zone);
      case "CALSCALE" -> new CalendarFacts(method, property.keyword(), zone);
      case "X-WR-TIMEZONE" -> new CalendarFacts(method, scale, property.value().strip());
      default -> this;
    };
  }
}
