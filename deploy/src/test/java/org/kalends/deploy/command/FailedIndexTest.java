package org.kalends.deploy.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.kalends.deploy.broker.EmbeddedBroker;
import org.kalends.deploy.node.LocalDeployment;
import org.kalends.schemas.Topics;

/**
 * A node whose index gave up. The fault is one that each new stream thread dies of as well: the
 * topic that it reads was deleted.
 */
class FailedIndexTest {
  /** Kafka's clients notice soon, instead of within minutes. */
  private static final Map<String, String> SOON =
      Map.of(
          "kafka.metadata.max.age.ms", "500",
          "kafka.heartbeat.interval.ms", "500",
          "kafka.session.timeout.ms", "6000");

  @TempDir private Path dir;

  @Test
  @Timeout(180)
  void shouldNotBeLiveAndEndSoThatAnotherIsStarted() throws Exception {
    Map<String, String> settings = new HashMap<>(SOON);
    settings.put("http.port", Integer.toString(EmbeddedBroker.freePort()));
    settings.put("partitions", "1");
    try (LocalDeployment deployment = LocalDeployment.start(dir, settings)) {
      assertThat(deployment.awaitReady(Duration.ofMinutes(2))).isTrue();
      assertThat(live(deployment).statusCode()).isEqualTo(200);

      delete(deployment, Topics.CALENDAR_CHANGES);

      assertThatThrownBy(() -> RunningNode.whileWell(deployment.node()))
          .isInstanceOfSatisfying(
              CommandFailure.class,
              failure -> assertThat(failure.status()).isEqualTo(ExitStatus.UNREACHABLE));
      HttpResponse<String> answer = live(deployment);
      assertThat(answer.statusCode()).isEqualTo(503);
      assertThat(answer.body()).contains("start the node anew");
    }
  }

  private static HttpResponse<String> live(LocalDeployment deployment)
      throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(
          HttpRequest.newBuilder(URI.create(deployment.node().uri() + "/health/live")).build(),
          HttpResponse.BodyHandlers.ofString());
    }
  }

  private static void delete(LocalDeployment deployment, Topics topic) throws Exception {
    try (Admin admin =
        Admin.create(
            Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, deployment.bootstrapServers()))) {
      admin.deleteTopics(List.of(topic.topicName())).all().get();
    }
  }
}
