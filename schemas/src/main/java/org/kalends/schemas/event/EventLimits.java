package org.kalends.schemas.event;

/**
 * How large one event may be. Each bounds what a single event can cost its writer, its index rows
 * or its readers.
 */
public final class EventLimits {
  /** Bytes of UTF-8 of one event's text. */
  public static final int MAX_TEXT_BYTES = 256 * 1024;

  /** Properties of one component, repeated ones counted. */
  public static final int MAX_PROPERTIES = 2_000;

  /**
   * Different attendees of one event, overrides included: each has a row in the attendees' index.
   */
  public static final int MAX_ATTENDEES = 1_000;

  /**
   * Bytes of an event's entry in an index, times its attendees: what one change of it can write
   * into the attendees' index. An entry has the summary, the location and the rules, not the
   * description.
   */
  public static final int MAX_ATTENDEE_ENTRY_BYTES = 16 * 1024 * 1024;

  /** EXDATE and RDATE values of one component together. */
  public static final int MAX_EXCEPTION_AND_RECURRENCE_DATES = 10_000;

  /** Overrides of one event. */
  public static final int MAX_OVERRIDES = 2_000;

  /** Values in one BYxxx list of a rule. */
  public static final int MAX_BY_LIST = 400;

  /** Rules of one component: RRULE and EXRULE together. */
  public static final int MAX_RULES = 20;

  /** Days of a DURATION, or seconds in so many days: as long as the years that events can have. */
  public static final int MAX_DURATION_DAYS = 3_652_059;

  public static final int MAX_INTERVAL = 10_000;
  public static final int MAX_COUNT = 100_000;
  public static final int MIN_YEAR = 1;
  public static final int MAX_YEAR = 9999;

  private EventLimits() {}
}
