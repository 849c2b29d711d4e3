package org.kalends.deploy.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kalends.deploy.node.LocalDeployment;

class RestartTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir private Path dir;

  @Test
  void shouldKeepItsDataAndItsFolder() throws Exception {
    String etag;
    try (LocalDeployment first = LocalDeployment.start(dir, 0, 2)) {
      assertThat(first.awaitReady(PATIENCE)).isTrue();
      etag =
          new HttpCalls(first.node().uri())
              .put("kept", "x@kept", Texts.standup("x@kept", "Kept"))
              .header("ETag");
      assertThatThrownBy(() -> LocalDeployment.start(dir, 0, 2))
          .hasMessageContaining("Another process");
    }

    try (LocalDeployment second = LocalDeployment.start(dir, 0, 2)) {
      assertThat(second.awaitReady(PATIENCE)).isTrue();
      HttpCalls http = new HttpCalls(second.node().uri());
      assertThat(http.get(HttpCalls.eventPath("kept", "x@kept")).header("ETag")).isEqualTo(etag);
      assertThat(
              http.get("/v1/occurrences?attendee=ann.x@kept&from=2026-03-01&to=2026-03-08")
                  .json()
                  .get("occurrences"))
          .hasSize(1);
      assertThat(http.put("kept", "x@kept", Texts.standup("x@kept", "Kept")).status())
          .isEqualTo(200);
    }
  }

  @Test
  void shouldRefuseAnotherNumberOfPartitions() throws Exception {
    LocalDeployment.start(dir, 0, 2).close();

    assertThatThrownBy(() -> LocalDeployment.start(dir, 0, 3))
        .hasMessageContaining("2 partitions and not 3");
  }
}
