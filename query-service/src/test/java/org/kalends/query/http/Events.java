package org.kalends.query.http;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.kalends.schemas.avro.Attendee;
import org.kalends.schemas.avro.CalendarTime;
import org.kalends.schemas.avro.Component;
import org.kalends.schemas.avro.Event;
import org.kalends.schemas.avro.EventDuration;
import org.kalends.schemas.avro.EventOverride;
import org.kalends.schemas.avro.ParticipationStatus;
import org.kalends.schemas.avro.TimeForm;

/** Events for tests. */
final class Events {
  private Events() {}

  static CalendarTime utc(String instant) {
    return new CalendarTime(TimeForm.UTC, Instant.parse(instant).getEpochSecond(), null);
  }

  static CalendarTime zoned(String local, String zone) {
    return new CalendarTime(TimeForm.ZONED, seconds(local), zone);
  }

  static CalendarTime floating(String local) {
    return new CalendarTime(TimeForm.FLOATING, seconds(local), null);
  }

  static CalendarTime date(String date) {
    return new CalendarTime(
        TimeForm.DATE, LocalDate.parse(date).atStartOfDay().toEpochSecond(ZoneOffset.UTC), null);
  }

  private static long seconds(String local) {
    return LocalDateTime.parse(local).toEpochSecond(ZoneOffset.UTC);
  }

  /** A component of one hour, or of one day. */
  static Component.Builder component(CalendarTime start) {
    return Component.newBuilder()
        .setStart(start)
        .setDuration(
            start.getForm() == TimeForm.DATE
                ? new EventDuration(1, 0L)
                : new EventDuration(0, 3_600L));
  }

  static Event event(String uid, Component.Builder master, EventOverride... overrides) {
    return Event.newBuilder()
        .setUid(uid)
        .setMaster(master.build())
        .setOverrides(new ArrayList<>(Arrays.asList(overrides)))
        .build();
  }

  static Event single(String uid, String start) {
    return event(uid, component(utc(start)).setSummary("The " + uid));
  }

  static Event repeated(String uid, String start, String rule) {
    return event(uid, component(utc(start)).setRules(List.of(rule)));
  }

  static Event meeting(String uid, String start, int sequence, Attendee... attendees) {
    return event(
        uid, component(utc(start)).setSequence(sequence).setAttendees(Arrays.asList(attendees)));
  }

  static Attendee attendee(String address, ParticipationStatus participation) {
    return new Attendee("mailto:" + address, participation);
  }

  static Attendee accepted(String address) {
    return attendee(address, ParticipationStatus.ACCEPTED);
  }

  static EventOverride override(CalendarTime recurrenceId, Component.Builder component) {
    return new EventOverride(recurrenceId, false, component.build());
  }
}
