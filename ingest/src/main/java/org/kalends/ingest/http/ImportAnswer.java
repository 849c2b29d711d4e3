package org.kalends.ingest.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.kalends.ingest.icalendar.ReadItem;
import org.kalends.schemas.http.Exchange;
import org.kalends.schemas.http.Problem;

/** The lines of an import's answer; it begins with the first of them. */
final class ImportAnswer {
  static final String MEDIA_TYPE = "application/x-ndjson";

  private static final JsonFactory JSON =
      JsonFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();

  private final Exchange exchange;
  private final long progressNanos;
  private final long startNanos = System.nanoTime();
  private long nextProgressNanos;
  private @Nullable OutputStream out;

  ImportAnswer(Exchange exchange, Duration progressEvery) {
    this.exchange = exchange;
    this.progressNanos = progressEvery.toNanos();
    this.nextProgressNanos = startNanos + progressNanos;
  }

  /** How long until a line of progress is due; zero once it is. */
  Duration untilProgress() {
    return Duration.ofNanos(Math.max(0, nextProgressNanos - System.nanoTime()));
  }

  /**
   * How far it is.
   *
   * @throws IOException when the client is gone
   */
  void progress(ImportTally.Snapshot now) throws IOException {
    nextProgressNanos = System.nanoTime() + progressNanos;
    line(
        json -> {
          json.writeNumberField("read", now.read());
          counts(json, now);
          json.writeNumberField("rejected", now.rejectedCount());
        });
  }

  /** The last line of an import that went through. */
  void report(ImportTally.Snapshot end) throws IOException {
    line(
        json -> {
          counts(json, end);
          json.writeArrayFieldStart("rejected");
          for (ImportTally.Rejected each : end.rejected()) {
            rejected(json, each);
          }
          json.writeEndArray();
          json.writeNumberField("rejectedCount", end.rejectedCount());
          json.writeArrayFieldStart("tolerated");
          for (ReadItem.Note note : end.tolerated()) {
            json.writeStartObject();
            json.writeNumberField("line", note.line());
            json.writeStringField("what", note.what());
            json.writeEndObject();
          }
          json.writeEndArray();
          json.writeNumberField("toleratedCount", end.toleratedCount());
          if (end.token() != null) {
            json.writeStringField("token", end.token().encode());
          }
        });
  }

  /** The last line of an import that was given up: why, and what is in by then. */
  void fail(ImportTally.Snapshot now, Problem why) throws IOException {
    line(
        json -> {
          json.writeFieldName("error");
          why.writeTo(json);
          json.writeNumberField("read", now.read());
          counts(json, now);
          json.writeNumberField("rejected", now.rejectedCount());
        });
  }

  private static void counts(JsonGenerator json, ImportTally.Snapshot now) throws IOException {
    json.writeNumberField("created", now.created());
    json.writeNumberField("updated", now.updated());
    json.writeNumberField("unchanged", now.unchanged());
  }

  private static void rejected(JsonGenerator json, ImportTally.Rejected each) throws IOException {
    Problem why = each.why();
    json.writeStartObject();
    if (each.uid() != null) {
      json.writeStringField("uid", each.uid());
    }
    if (why.line() != null) {
      json.writeNumberField("line", why.line());
    }
    json.writeStringField("type", why.type().uri());
    json.writeStringField("why", why.detail());
    if (why.property() != null) {
      json.writeStringField("property", why.property());
    }
    if (why.rule() != null) {
      json.writeStringField("rule", why.rule());
    }
    json.writeEndObject();
  }

  private interface Fields {
    void write(JsonGenerator json) throws IOException;
  }

  private void line(Fields fields) throws IOException {
    OutputStream lines = out == null ? exchange.answer(200, MEDIA_TYPE) : out;
    out = lines;
    try (JsonGenerator json = JSON.createGenerator(lines)) {
      json.writeStartObject();
      fields.write(json);
      json.writeNumberField(
          "seconds", Duration.ofNanos(System.nanoTime() - startNanos).toMillis() / 1000.0);
      json.writeEndObject();
      json.writeRaw('\n');
    }
    lines.flush();
  }
}
