package org.kalends.query.http;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kalends.indexer.store.StoredEvent;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.avro.Attendee;
import org.kalends.schemas.avro.CalendarTime;
import org.kalends.schemas.avro.Component;
import org.kalends.schemas.avro.EventDuration;
import org.kalends.schemas.avro.EventOverride;
import org.kalends.schemas.avro.EventStatus;
import org.kalends.schemas.avro.RecurrenceDate;

/**
 * A stored event as JSON: the master's fields, then the overrides with theirs. Times are objects
 * {@code {"time","zone"?}}: a date, a UTC time with Z, or a local time, in its zone where it has
 * one. What is not there is left out. Alarms, zone definitions and other properties are in the text
 * alone.
 */
final class EventJson {
  private static final int SECONDS_PER_MINUTE = 60;

  private EventJson() {}

  static void write(CalendarId calendar, StoredEvent stored, JsonGenerator json)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("calendar", calendar.value());
    json.writeStringField("uid", stored.event().getUid());
    json.writeStringField("etag", stored.etag());
    json.writeNumberField("seq", stored.seq());
    if (stored.event().getMaster() != null) {
      writeFields(stored.event().getMaster(), json);
    }
    if (!stored.event().getOverrides().isEmpty()) {
      json.writeArrayFieldStart("overrides");
      for (EventOverride override : stored.event().getOverrides()) {
        json.writeStartObject();
        writeTime("recurrenceId", override.getRecurrenceId(), json);
        if (override.getThisAndFuture()) {
          json.writeBooleanField("thisAndFuture", true);
        }
        writeFields(override.getComponent(), json);
        json.writeEndObject();
      }
      json.writeEndArray();
    }
    json.writeEndObject();
  }

  private static void writeFields(Component component, JsonGenerator json) throws IOException {
    writeTime("start", component.getStart(), json);
    writeTime("end", component.getEnd(), json);
    if (component.getDuration() != null) {
      json.writeStringField("duration", text(component.getDuration()));
    }
    writeRecurrence(component, json);
    json.writeNumberField("sequence", component.getSequence());
    if (component.getStatus() != EventStatus.NONE) {
      json.writeStringField("status", component.getStatus().name());
    }
    json.writeStringField("transparency", component.getTransparency().name());
    OccurrenceJson.writeIfKnown("class", component.getClassification(), json);
    OccurrenceJson.writeIfKnown("summary", component.getSummary(), json);
    OccurrenceJson.writeIfKnown("location", component.getLocation(), json);
    OccurrenceJson.writeIfKnown("description", component.getDescription(), json);
    OccurrenceJson.writeIfKnown("organizer", component.getOrganizer(), json);
    if (!component.getAttendees().isEmpty()) {
      json.writeArrayFieldStart("attendees");
      for (Attendee attendee : component.getAttendees()) {
        json.writeStartObject();
        json.writeStringField("address", attendee.getAddress());
        json.writeStringField(
            "participation", attendee.getParticipation().name().replace('_', '-'));
        json.writeEndObject();
      }
      json.writeEndArray();
    }
    writeMillis("stamp", component.getStampMillis(), json);
    writeMillis("created", component.getCreatedMillis(), json);
    writeMillis("modified", component.getModifiedMillis(), json);
  }

  private static void writeRecurrence(Component component, JsonGenerator json) throws IOException {
    writeTexts("rules", component.getRules(), json);
    writeTexts("exceptionRules", component.getExceptionRules(), json);
    if (!component.getRecurrenceDates().isEmpty()) {
      json.writeArrayFieldStart("recurrenceDates");
      for (RecurrenceDate date : component.getRecurrenceDates()) {
        json.writeStartObject();
        writeTime("start", date.getStart(), json);
        writeTime("end", date.getEnd(), json);
        if (date.getDuration() != null) {
          json.writeStringField("duration", text(date.getDuration()));
        }
        json.writeEndObject();
      }
      json.writeEndArray();
    }
    if (!component.getExceptionDates().isEmpty()) {
      json.writeArrayFieldStart("exceptionDates");
      for (CalendarTime time : component.getExceptionDates()) {
        writeTime(time, json);
      }
      json.writeEndArray();
    }
  }

  private static void writeTexts(String name, List<String> texts, JsonGenerator json)
      throws IOException {
    if (!texts.isEmpty()) {
      json.writeArrayFieldStart(name);
      for (String text : texts) {
        json.writeString(text);
      }
      json.writeEndArray();
    }
  }

  private static void writeTime(String name, @Nullable CalendarTime time, JsonGenerator json)
      throws IOException {
    if (time != null) {
      json.writeFieldName(name);
      writeTime(time, json);
    }
  }

  private static void writeTime(CalendarTime time, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("time", TimeText.of(time));
    OccurrenceJson.writeIfKnown("zone", time.getZone(), json);
    json.writeEndObject();
  }

  private static void writeMillis(String name, @Nullable Long millis, JsonGenerator json)
      throws IOException {
    if (millis != null) {
      json.writeStringField(name, TimeText.ofMillis(millis));
    }
  }

  /** As RFC 5545 §3.3.6 writes it: nominal days, exact hours, minutes and seconds. */
  private static String text(EventDuration duration) {
    long seconds = Math.abs(duration.getSeconds());
    int days = Math.abs(duration.getDays());
    StringBuilder text =
        new StringBuilder(duration.getSeconds() < 0 || duration.getDays() < 0 ? "-P" : "P");
    if (days > 0) {
      text.append(days).append('D');
    }
    if (seconds > 0 || days == 0) {
      text.append('T');
      long hours = seconds / SECONDS_PER_MINUTE / SECONDS_PER_MINUTE;
      long minutes = seconds / SECONDS_PER_MINUTE % SECONDS_PER_MINUTE;
      long rest = seconds % SECONDS_PER_MINUTE;
      if (hours > 0) {
        text.append(hours).append('H');
      }
      if (minutes > 0 || hours > 0 && rest > 0) {
        text.append(minutes).append('M');
      }
      if (rest > 0 || hours == 0 && minutes == 0) {
        text.append(rest).append('S');
      }
    }
    return text.toString();
  }
}
