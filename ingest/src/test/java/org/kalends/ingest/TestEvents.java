package org.kalends.ingest;

import java.time.Instant;
import org.kalends.schemas.avro.CalendarTime;
import org.kalends.schemas.avro.Component;
import org.kalends.schemas.avro.Event;
import org.kalends.schemas.avro.EventDuration;
import org.kalends.schemas.avro.TimeForm;

/** Small events. */
final class TestEvents {
  private TestEvents() {}

  static Event event(String uid) {
    return event(uid, "Event " + uid);
  }

  static Event event(String uid, String summary) {
    long start = Instant.parse("2026-03-02T09:00:00Z").getEpochSecond();
    return Event.newBuilder()
        .setUid(uid)
        .setMaster(
            Component.newBuilder()
                .setStart(new CalendarTime(TimeForm.UTC, start, null))
                .setDuration(new EventDuration(0, 1_800L))
                .setSummary(summary)
                .build())
        .build();
  }
}
