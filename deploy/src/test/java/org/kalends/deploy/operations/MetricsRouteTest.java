package org.kalends.deploy.operations;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kalends.deploy.node.LocalDeployment;

class MetricsRouteTest {
  /** One of our own counters, which come and go with their tasks. */
  private static final String OF_A_TASK = "changes_created";

  @TempDir private Path dir;

  @Test
  void shouldTellOfHttpStreamsRocksDbAndTheIndexWithoutTheGaugeThatCrashes() throws Exception {
    try (LocalDeployment deployment = LocalDeployment.start(dir, 0, 1)) {
      assertThat(deployment.awaitReady(Duration.ofMinutes(2))).isTrue();
      get(deployment, "/v1/calendars");

      String metrics = get(deployment, "/metrics");
      long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
      while (!metrics.contains(OF_A_TASK) && System.nanoTime() < deadline) {
        metrics = get(deployment, "/metrics");
      }

      assertThat(metrics)
          .contains(
              "jvm_memory_used_bytes",
              "kalends_http_requests_seconds",
              "kafka_stream_thread",
              "kafka_stream_state")
          .doesNotContain("uncommitted_bytes");
    }
  }

  private static String get(LocalDeployment deployment, String path) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(deployment.node().uri() + path)).build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }
  }
}
