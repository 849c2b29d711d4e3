package org.kalends.ingest.icalendar;

/**
 * Each deviation from RFC 5545 that is accepted, with the meaning that it is given: the rows of the
 * table in {@code docs/icalendar.md}. A note begins with the sentence of its row. What is not in
 * this table is refused.
 */
enum Tolerance {
  PASSED_OVER("Only events are kept, the component is passed over"),
  STRAY_LINE("A line without a name is joined to the property before it as a further line of text"),
  MISSING_UID("The event has no UID; one is made from its text"),
  DUPLICATE_COMPONENT("The same component stands twice; it counts once"),
  OLDER_COMPONENT("Two components stand for the same; the higher SEQUENCE, then DTSTAMP, counts"),
  REPEATED_PROPERTY("The property may stand only once; the first one counts"),
  EMPTY_PROPERTY("The property has no value; it is left out"),
  EMPTY_LIST_ITEM("A list has an empty item; it is left out"),
  DATE_WITHOUT_VALUE_DATE("A DATE without VALUE=DATE is a DATE"),
  DATE_WITH_TZID("A DATE has no time zone; TZID is ignored"),
  TIME_WITH_VALUE_DATE("VALUE=DATE with a time of day is a DATE-TIME"),
  UTC_WITH_TZID("A time that ends in Z is UTC; TZID is ignored"),
  TIME_WITHOUT_SECONDS("A time without seconds has zero seconds"),
  EXTENDED_TIME("Hyphens, colons and lower case in a time are ignored"),
  LEAP_SECOND("Second 60 counts as second 59"),
  MIDNIGHT_24("Hour 24 is the midnight that follows"),
  WILD_DURATION("A duration beside the grammar is read by its units; M without T are minutes"),
  LOOSE_RULE("White space and empty parts in a rule are taken out"),
  START_FROM_RECURRENCE_ID("An override without DTSTART starts at its RECURRENCE-ID"),
  END_AND_DURATION("DTEND and DURATION exclude each other; DTEND counts"),
  TIME_END_OF_DATE_START("DTEND of an all-day event has a time; the day it falls on counts"),
  TIME_DURATION_OF_DATE_START("DURATION of an all-day event has a time; begun days count whole"),
  DATE_END_OF_TIME_START("DTEND of a timed event is a DATE; it ends at that day's midnight"),
  END_WITHOUT_ZONE("DTEND has no time zone while DTSTART has one; that of DTSTART counts"),
  ALL_DAY_WITHOUT_LENGTH("An all-day event that ends on the day it starts lasts that day"),
  PERIOD_AS_EXDATE("EXDATE is no PERIOD; its start counts"),
  UNREADABLE_STAMP("DTSTAMP, CREATED or LAST-MODIFIED cannot be read; it is left out"),
  STAMP_NOT_UTC("The property is a moment in UTC; a value without Z counts as UTC"),
  UNREADABLE_SEQUENCE("SEQUENCE is no number from 0 on; it counts as 0"),
  UNKNOWN_KEYWORD("The value is none that the property knows; it is left out"),
  UNREADABLE_ALARM("The alarm cannot be read; it is left out"),
  CANCELLED_BY_METHOD("The calendar's METHOD is CANCEL; the event counts as cancelled"),
  CALENDAR_ZONE_NOT_APPLIED("X-WR-TIMEZONE is no standard; times without a zone stay floating"),
  ZONE_BY_OTHER_CASE("The time zone is known by its name in other case or spacing"),
  ZONE_BY_WINDOWS_NAME("The time zone is a Windows name; the zone that CLDR gives for it counts"),
  ZONE_BY_SUFFIX("The time zone is known by the end of its name"),
  ZONE_BY_DISPLAY_NAME("The time zone is a Windows display name; the zone it stands for counts"),
  ZONE_BY_OFFSET("The time zone is a fixed offset from UTC");

  private final String sentence;

  Tolerance(String sentence) {
    this.sentence = sentence;
  }

  /** What is deviant, and how it is understood. */
  String sentence() {
    return sentence;
  }
}
