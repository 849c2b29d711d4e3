package org.kalends.deploy.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.kalends.deploy.broker.EmbeddedBroker;
import org.kalends.deploy.broker.TopicPlan;
import org.kalends.deploy.config.KalendsConfig;
import org.kalends.deploy.node.Node;

/** The pipeline on a broker of its own process, as in a deployment: in a container. */
class ContainerBrokerPipelineTest extends PipelineContract {
  private static final Duration READY_WITHIN = Duration.ofMinutes(2);

  @TempDir private static Path dir;

  private static ContainerBroker broker;
  private static Node node;
  private static HttpCalls http;

  @BeforeAll
  static void start() throws Exception {
    try {
      broker = ContainerBroker.startOrSkip();
    } catch (RuntimeException e) {
      System.out.println("end-to-end ran on: no broker in a container. " + e.getMessage());
      throw e;
    }
    KalendsConfig config = config(broker);
    applyTopics(config);
    node = Node.start(config, Clock.systemUTC());
    http = new HttpCalls(node.uri());
    awaitReady(node);
    System.out.println("end-to-end ran on: broker in a container (" + broker.image() + ")");
  }

  @AfterAll
  static void stop() {
    if (node != null) {
      node.close();
    }
    if (broker != null) {
      broker.close();
    }
  }

  @Override
  HttpCalls http() {
    return http;
  }

  @Override
  String bootstrapServers() {
    return broker.bootstrapServers();
  }

  private static KalendsConfig config(ContainerBroker broker) throws Exception {
    return KalendsConfig.of(
        Map.of(
            "bootstrap.servers", broker.bootstrapServers(),
            "data.dir", dir.toString(),
            "http.port", Integer.toString(EmbeddedBroker.freePort()),
            "partitions", "4",
            "replication.factor", "1",
            "min.insync.replicas", "1",
            "index.standby.replicas", "0"));
  }

  private static void applyTopics(KalendsConfig config) throws Exception {
    TopicPlan.Target target =
        new TopicPlan.Target(
            config.partitions(), config.replicationFactor(), config.minInsyncReplicas());
    try (Admin admin = Admin.create(config.kafka())) {
      TopicPlan.of(admin, target).apply(admin);
    }
  }

  private static void awaitReady(Node node) {
    Instant deadline = Instant.now().plus(READY_WITHIN);
    while (!node.ready() && Instant.now().isBefore(deadline)) {
      http.get("/health/ready");
    }
    assertThat(node.ready()).as("ready within " + READY_WITHIN).isTrue();
  }
}
