package org.kalends.query.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import java.io.IOException;
import java.io.OutputStream;
import org.kalends.schemas.http.Exchange;

/**
 * An answer whose data has been read, up to what is computed while it is written. Written once, at
 * the client's pace, when no store is open any more.
 */
@FunctionalInterface
interface Answer {
  String JSON_TYPE = "application/json";

  JsonFactory JSON =
      JsonFactory.builder()
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
          .disable(StreamWriteFeature.FLUSH_PASSED_TO_STREAM)
          // an answer that breaks off must not look whole
          .disable(StreamWriteFeature.AUTO_CLOSE_CONTENT)
          .build();

  void writeTo(Exchange exchange) throws IOException;

  /** An answer of JSON. */
  static Answer json(JsonBody body) {
    return exchange -> body.writeTo(exchange.answer(200, JSON_TYPE));
  }

  /** Writes one JSON object. */
  @FunctionalInterface
  interface JsonBody {
    void write(JsonGenerator json) throws IOException;

    default void writeTo(OutputStream out) throws IOException {
      try (JsonGenerator json = JSON.createGenerator(out)) {
        write(json);
      }
    }
  }
}
