package org.kalends.ingest.icalendar;

/** The text as a whole cannot be read: it is not iCalendar, cut off, not UTF-8, or too large. */
public final class CalendarFaultException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient CalendarFault fault;

  public CalendarFaultException(CalendarFault fault) {
    super(fault.detail());
    this.fault = fault;
  }

  public CalendarFault fault() {
    return fault;
  }
}
