package org.kalends.ingest.icalendar;

import org.jspecify.annotations.Nullable;
import org.kalends.schemas.event.InvalidEventException;
import org.kalends.schemas.http.ProblemType;

/** A property or component that makes its event unreadable; the other events go on. */
final class PropertyFault extends Exception {
  private static final long serialVersionUID = 1;

  private final transient CalendarFault fault;

  private PropertyFault(CalendarFault fault) {
    super(fault.detail(), null, false, false);
    this.fault = fault;
  }

  /** The value of this property breaks a rule. */
  static PropertyFault broken(ContentLine property, String detail, String rule) {
    return broken(detail, property.line(), property.name(), rule);
  }

  static PropertyFault broken(String detail, int line, @Nullable String property, String rule) {
    return new PropertyFault(
        new CalendarFault(ProblemType.INVALID_EVENT, detail, line, property, rule));
  }

  /** A limit is exceeded. */
  static PropertyFault limit(String detail, int line, @Nullable String property, String limit) {
    return new PropertyFault(
        new CalendarFault(ProblemType.LIMIT_EXCEEDED, detail, line, property, "limit: " + limit));
  }

  /** What the rules of an event say against the value of this property. */
  static PropertyFault of(InvalidEventException invalid, ContentLine property) {
    return new PropertyFault(
        new CalendarFault(
            typeOf(invalid),
            invalid.getMessage(),
            property.line(),
            property.name(),
            invalid.rule()));
  }

  /** The kind of problem that the rules of an event have found. */
  static ProblemType typeOf(InvalidEventException invalid) {
    return invalid.isLimit() ? ProblemType.LIMIT_EXCEEDED : ProblemType.INVALID_EVENT;
  }

  CalendarFault fault() {
    return fault;
  }
}
