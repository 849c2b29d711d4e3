package org.kalends.schemas.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * What a caller is told when something is wrong (RFC 9457, {@code application/problem+json}).
 *
 * @param detail a sentence with {@code name=value} details
 * @param line for iCalendar faults: the line of the text, 1-based, where the property starts
 * @param property for iCalendar faults: the property's name
 * @param rule the rule that is broken, with its section
 * @param retryAfterSeconds for answers that another try may change
 */
public record Problem(
    ProblemType type,
    String detail,
    @Nullable Integer line,
    @Nullable String property,
    @Nullable String rule,
    @Nullable Integer retryAfterSeconds) {
  public static final String MEDIA_TYPE = "application/problem+json";

  private static final JsonFactory JSON = new JsonFactory();

  public static Problem of(ProblemType type, String detail) {
    return new Problem(type, detail, null, null, null, type.status() == 503 ? 1 : null);
  }

  /** Writes the JSON object and leaves the stream open. */
  public void writeTo(OutputStream out) throws IOException {
    try (JsonGenerator json =
        JSON.createGenerator(out).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)) {
      writeTo(json);
    }
  }

  /** Writes the JSON object as a value of another. */
  public void writeTo(JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("type", type.uri());
    json.writeStringField("title", type.title());
    json.writeNumberField("status", type.status());
    json.writeStringField("detail", detail);
    if (line != null) {
      json.writeNumberField("line", line);
    }
    if (property != null) {
      json.writeStringField("property", property);
    }
    if (rule != null) {
      json.writeStringField("rule", rule);
    }
    json.writeEndObject();
  }

  public ProblemException asException() {
    return new ProblemException(this);
  }
}
