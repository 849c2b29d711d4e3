package org.kalends.indexer.store;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;
import org.kalends.schemas.avro.Attendee;
import org.kalends.schemas.avro.CalendarTime;
import org.kalends.schemas.avro.Component;
import org.kalends.schemas.avro.Event;
import org.kalends.schemas.avro.EventDuration;
import org.kalends.schemas.avro.EventOverride;
import org.kalends.schemas.avro.ParticipationStatus;
import org.kalends.schemas.avro.TimeForm;

/** Plain events for tests. */
public final class Events {
  private Events() {}

  /** An hour on {@code start}. */
  public static Event hour(String uid, String start, String... attendees) {
    return Event.newBuilder().setUid(uid).setMaster(component(start, attendees)).build();
  }

  /** An hour each week from {@code start} on, without end. */
  public static Event weekly(String uid, String start, String... attendees) {
    Event event = hour(uid, start, attendees);
    event.getMaster().setRules(List.of("FREQ=WEEKLY"));
    return event;
  }

  /** The series with one instance moved. */
  public static Event moved(Event series, String instance, String start) {
    return Event.newBuilder(series)
        .setOverrides(List.of(new EventOverride(utc(instance), false, component(start))))
        .build();
  }

  public static Component component(String start, String... attendees) {
    return Component.newBuilder()
        .setStart(utc(start))
        .setDuration(new EventDuration(0, 3_600L))
        .setSummary("Meeting")
        .setAttendees(
            Stream.of(attendees)
                .map(address -> new Attendee(address, ParticipationStatus.ACCEPTED))
                .toList())
        .build();
  }

  /** An instant as RFC 3339 writes it. */
  public static CalendarTime utc(String instant) {
    long seconds =
        LocalDateTime.ofInstant(Instant.parse(instant), ZoneOffset.UTC)
            .toEpochSecond(ZoneOffset.UTC);
    return new CalendarTime(TimeForm.UTC, seconds, null);
  }
}
