package org.kalends.schemas.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract in words is sound in itself; each module holds its answers against it. */
class OpenApiTest {
  private static final Set<String> METHODS = Set.of("get", "put", "post", "delete");
  private static final Pattern PARAMETER = Pattern.compile("\\{([a-z]+)}");

  private JsonNode document;

  private record Operation(String path, String method, JsonNode node) {
    @Override
    public String toString() {
      return method + " " + path;
    }
  }

  @BeforeEach
  void read() throws IOException {
    try (InputStream yaml = Route.class.getResourceAsStream("/openapi.yaml")) {
      document = new YAMLMapper().readTree(Objects.requireNonNull(yaml));
    }
  }

  @Test
  void shouldResolveEveryReference() {
    List<JsonNode> references = document.findValues("$ref");

    assertThat(references)
        .isNotEmpty()
        .allSatisfy(
            reference ->
                assertThat(document.at(reference.asText().substring(1)).isMissingNode())
                    .as(reference.asText())
                    .isFalse());
  }

  @Test
  void shouldUseEveryComponent() {
    Set<String> used = new TreeSet<>();
    document.findValues("$ref").forEach(reference -> used.add(reference.asText()));
    for (Map.Entry<String, JsonNode> kind : document.get("components").properties()) {
      kind.getValue()
          .fieldNames()
          .forEachRemaining(
              name -> assertThat(used).contains("#/components/" + kind.getKey() + "/" + name));
    }
  }

  @Test
  void shouldNameEachOperationOnce() {
    assertThat(operations())
        .extracting(operation -> operation.node().get("operationId").asText())
        .doesNotHaveDuplicates()
        .allSatisfy(name -> assertThat(name).matches("[a-z][A-Za-z]+"));
  }

  @Test
  void shouldDeclareTheParametersOfEachPath() {
    for (Map.Entry<String, JsonNode> path : document.get("paths").properties()) {
      List<String> inTemplate = new ArrayList<>();
      Matcher matcher = PARAMETER.matcher(path.getKey());
      while (matcher.find()) {
        inTemplate.add(matcher.group(1));
      }
      List<String> declared = new ArrayList<>();
      path.getValue()
          .path("parameters")
          .forEach(parameter -> declared.add(resolved(parameter).get("name").asText()));
      assertThat(declared).as(path.getKey()).isEqualTo(inTemplate);
    }
  }

  @Test
  void shouldAnswerEveryErrorWithAProblem() {
    for (Operation operation : operations()) {
      for (Map.Entry<String, JsonNode> each : operation.node().get("responses").properties()) {
        if (each.getKey().compareTo("400") >= 0) {
          assertThat(resolved(each.getValue()).get("content").has(Problem.MEDIA_TYPE))
              .as("%s %s", operation, each.getKey())
              .isTrue();
        }
      }
    }
  }

  @Test
  void shouldAllowEveryParameterToBeWrong() {
    for (Operation operation : operations()) {
      boolean takesSomething =
          operation.path().contains("{") || operation.node().path("parameters").size() > 0;
      assertThat(operation.node().get("responses").has("400") || !takesSomething)
          .as("%s answers 400", operation)
          .isTrue();
    }
  }

  private List<Operation> operations() {
    List<Operation> operations = new ArrayList<>();
    for (Map.Entry<String, JsonNode> path : document.get("paths").properties()) {
      for (Map.Entry<String, JsonNode> each : path.getValue().properties()) {
        if (METHODS.contains(each.getKey())) {
          operations.add(new Operation(path.getKey(), each.getKey(), each.getValue()));
        }
      }
    }
    return operations;
  }

  private JsonNode resolved(JsonNode node) {
    return node.has("$ref") ? document.at(node.get("$ref").asText().substring(1)) : node;
  }
}
