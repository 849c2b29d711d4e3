package org.kalends.query.http;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.kalends.indexer.index.ComponentView;
import org.kalends.indexer.recurrence.Occurrence;
import org.kalends.query.read.FoundOccurrence;
import org.kalends.query.read.OccurrencePage;
import org.kalends.schemas.avro.EventStatus;

/** Occurrences as JSON. What is not known is left out. */
final class OccurrenceJson {
  private OccurrenceJson() {}

  /** A page, computed while it is written. */
  static Answer page(OccurrencePage page) {
    return Answer.json(
        json -> {
          json.writeStartObject();
          json.writeArrayFieldStart("occurrences");
          for (FoundOccurrence found = page.next(); found != null; found = page.next()) {
            write(found, json);
          }
          json.writeEndArray();
          writeEnd(page.cursor(), page.position().encode(), page.changed(), json);
        });
  }

  /** The members that every page ends with, and the object's end. */
  static void writeEnd(@Nullable String next, String position, boolean changed, JsonGenerator json)
      throws IOException {
    writeIfKnown("next", next, json);
    json.writeStringField("position", position);
    json.writeBooleanField("changed", changed);
    json.writeEndObject();
  }

  static void writeIfKnown(String name, @Nullable String value, JsonGenerator json)
      throws IOException {
    if (value != null) {
      json.writeStringField(name, value);
    }
  }

  private static void write(FoundOccurrence found, JsonGenerator json) throws IOException {
    Occurrence occurrence = found.occurrence();
    ComponentView component = found.component();
    json.writeStartObject();
    json.writeStringField("calendar", found.event().calendar().value());
    json.writeStringField("uid", found.event().uid().value());
    if (occurrence.recurrenceId() != null) {
      json.writeStringField("recurrenceId", TimeText.of(occurrence.recurrenceId()));
    }
    json.writeStringField("start", TimeText.of(occurrence.start()));
    json.writeStringField("end", TimeText.of(occurrence.end()));
    writeIfKnown("zone", component.zone(), json);
    writeIfKnown("summary", component.summary(), json);
    writeIfKnown("location", component.location(), json);
    if (component.status() != EventStatus.NONE) {
      json.writeStringField("status", component.status().name());
    }
    json.writeStringField("transparency", component.transparency().name());
    json.writeEndObject();
  }
}
