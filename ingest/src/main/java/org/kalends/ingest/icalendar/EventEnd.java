package org.kalends.ingest.icalendar;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.kalends.schemas.avro.CalendarTime;
import org.kalends.schemas.avro.EventDuration;
import org.kalends.schemas.avro.TimeForm;

/**
 * The end of an event by its DTEND or DURATION (RFC 5545 §3.6.1, §3.8.2.2, §3.8.2.5), brought into
 * the form of its start. For one thread.
 */
final class EventEnd {
  private static final String END_FORM =
      "RFC 5545 3.8.2.2: DTEND has the value type of DTSTART, and is floating where that is";
  private static final long DAY = Duration.ofDays(1).toSeconds();

  private final CalendarTime start;
  private final Notes notes;
  private @Nullable CalendarTime end;
  private @Nullable EventDuration duration;

  EventEnd(SourceComponent source, CalendarTime start, EventZones zones, Notes notes)
      throws PropertyFault {
    this.start = start;
    this.notes = notes;
    ContentLine dtend = given(source, "DTEND");
    ContentLine written = given(source, "DURATION");
    if (dtend != null) {
      if (written != null) {
        notes.add(written, Tolerance.END_AND_DURATION);
      }
      end = inFormOfStart(dtend, TimeValue.parse(dtend, dtend.value(), zones, notes));
    } else if (written != null) {
      duration = fitting(written, DurationValue.parse(written, written.value(), notes));
    }
  }

  /** DTEND; null when it is not given. */
  @Nullable CalendarTime end() {
    return end;
  }

  /** DURATION; null when it is not given. */
  @Nullable EventDuration duration() {
    return duration;
  }

  private @Nullable ContentLine given(SourceComponent source, String name) {
    ContentLine property = source.property(name);
    if (property != null && property.value().isBlank()) {
      notes.add(property, Tolerance.EMPTY_PROPERTY);
      return null;
    }
    return property;
  }

  private @Nullable CalendarTime inFormOfStart(ContentLine dtend, CalendarTime written)
      throws PropertyFault {
    if (start.getForm() == TimeForm.DATE) {
      return dateEnd(dtend, written);
    }
    return switch (written.getForm()) {
      case DATE -> midnightEnd(dtend, written);
      case FLOATING -> floatingEnd(dtend, written);
      case UTC, ZONED -> {
        if (start.getForm() == TimeForm.FLOATING) {
          throw PropertyFault.broken(
              dtend, "DTEND has a time zone while DTSTART is floating", END_FORM);
        }
        requireNotBeforeStart(dtend, written);
        yield written;
      }
    };
  }

  /** Between zones the instants tell, as far as the tz database knows the zones. */
  private void requireNotBeforeStart(ContentLine dtend, CalendarTime written) throws PropertyFault {
    Long startInstant = Instants.epochSecond(start);
    Long endInstant = Instants.epochSecond(written);
    if (startInstant != null && endInstant != null && endInstant < startInstant) {
      throw PropertyFault.broken(
          dtend,
          "The event ends before it starts; DTEND="
              + dtend.value()
              + " secondsBefore="
              + (startInstant - endInstant),
          "RFC 5545 3.8.2.2: DTEND is later than DTSTART");
    }
  }

  /** An all-day event ends with the day that DTEND falls on, and lasts a day at least. */
  private @Nullable CalendarTime dateEnd(ContentLine dtend, CalendarTime written) {
    long day = written.getLocal();
    if (written.getForm() != TimeForm.DATE) {
      notes.add(dtend, Tolerance.TIME_END_OF_DATE_START);
      day = Math.ceilDiv(day, DAY) * DAY;
    }
    if (day == start.getLocal()) {
      notes.add(dtend, Tolerance.ALL_DAY_WITHOUT_LENGTH);
      return null;
    }
    return new CalendarTime(TimeForm.DATE, day, null);
  }

  /** DTEND as a date is exclusive; only the day of the start itself is meant to its end. */
  private CalendarTime midnightEnd(ContentLine dtend, CalendarTime written) {
    notes.add(dtend, Tolerance.DATE_END_OF_TIME_START);
    boolean sameDay = Math.floorDiv(start.getLocal(), DAY) * DAY == written.getLocal();
    return likeStart(written.getLocal() + (sameDay ? DAY : 0));
  }

  private CalendarTime floatingEnd(ContentLine dtend, CalendarTime written) {
    if (start.getForm() == TimeForm.FLOATING) {
      return written;
    }
    notes.add(dtend, Tolerance.END_WITHOUT_ZONE);
    return likeStart(written.getLocal());
  }

  private CalendarTime likeStart(long local) {
    return new CalendarTime(start.getForm(), local, start.getZone());
  }

  /** An all-day event lasts whole days. */
  private @Nullable EventDuration fitting(ContentLine written, EventDuration length) {
    if (start.getForm() != TimeForm.DATE || length.getDays() < 0 || length.getSeconds() < 0) {
      return length;
    }
    int days = Math.toIntExact(length.getDays() + Math.ceilDiv(length.getSeconds(), DAY));
    if (days == 0) {
      notes.add(written, Tolerance.ALL_DAY_WITHOUT_LENGTH);
      return null;
    }
    if (length.getSeconds() != 0) {
      notes.add(written, Tolerance.TIME_DURATION_OF_DATE_START);
    }
    return new EventDuration(days, 0L);
  }
}
