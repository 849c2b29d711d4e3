package org.kalends.ingest.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.kalends.schemas.http.Route;

/** {@code openapi.yaml}, to hold answers against. */
final class WrittenContract {
  private final JsonNode document;

  WrittenContract() {
    try (InputStream yaml = Route.class.getResourceAsStream("/openapi.yaml")) {
      document = new YAMLMapper().readTree(Objects.requireNonNull(yaml));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The answer's status and media type are among those that are written down for its route. */
  void check(String method, String path, NodeInMemory.Answer answer) {
    JsonNode operation =
        document.get("paths").get(template(path)).path(method.toLowerCase(Locale.ROOT));
    assertThat(operation.isMissingNode()).as("%s %s", method, path).isFalse();
    JsonNode response = operation.get("responses").path(Integer.toString(answer.status()));
    assertThat(response.isMissingNode())
        .as("%s %s answered %d: %s", method, path, answer.status(), answer.body())
        .isFalse();
    JsonNode content = resolved(response).path("content");
    if (content.isMissingNode()) {
      assertThat(answer.body()).isEmpty();
    } else {
      assertThat(content.has(answer.header("Content-Type"))).isTrue();
    }
  }

  private JsonNode resolved(JsonNode node) {
    return node.has("$ref") ? document.at(node.get("$ref").asText().substring(1)) : node;
  }

  private String template(String path) {
    String[] segments = path.split("\\?", 2)[0].split("/", -1);
    for (Map.Entry<String, JsonNode> each : document.get("paths").properties()) {
      String[] template = each.getKey().split("/", -1);
      boolean fits = template.length == segments.length;
      for (int i = 0; fits && i < template.length; i++) {
        fits = template[i].startsWith("{") || template[i].equals(segments[i]);
      }
      if (fits) {
        return each.getKey();
      }
    }
    throw new AssertionError("openapi.yaml has no path for " + path);
  }
}
