package org.kalends.deploy.node;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.kalends.deploy.broker.EmbeddedBroker;
import org.kalends.deploy.broker.TopicPlan;
import org.kalends.deploy.config.KalendsConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A broker and a node with all roles in this process, on one folder that keeps everything. */
public final class LocalDeployment implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LocalDeployment.class);
  private static final Duration POLL = Duration.ofMillis(20);

  private final EmbeddedBroker broker;
  private final Node node;
  private final CountDownLatch closed = new CountDownLatch(1);

  private LocalDeployment(EmbeddedBroker broker, Node node) {
    this.broker = broker;
    this.node = node;
  }

  /**
   * Starts both; {@link #awaitReady} says when it answers.
   *
   * @param port for HTTP, 0 for any free one
   * @param partitions of the topics, when they are created
   * @throws IOException when the folder or the port is not to be had
   */
  public static LocalDeployment start(Path dir, int port, int partitions)
      throws IOException, InterruptedException {
    return start(
        dir,
        Map.of(
            "http.port",
            Integer.toString(port == 0 ? EmbeddedBroker.freePort() : port),
            "partitions",
            Integer.toString(partitions)));
  }

  /**
   * The same with settings of a node; those that depend on the broker are set here.
   *
   * @throws IllegalArgumentException with the setting that is wrong
   */
  public static LocalDeployment start(Path dir, Map<String, String> settings)
      throws IOException, InterruptedException {
    Map<String, String> whole = new TreeMap<>(settings);
    whole.put("data.dir", dir.toString());
    whole.put("replication.factor", "1");
    whole.put("min.insync.replicas", "1");
    whole.put("index.standby.replicas", "0");
    KalendsConfig.of(whole);
    EmbeddedBroker broker = EmbeddedBroker.start(dir.resolve("kafka"));
    whole.put("bootstrap.servers", broker.bootstrapServers());
    try {
      KalendsConfig config = KalendsConfig.of(whole);
      applyTopics(config);
      return new LocalDeployment(broker, Node.start(config, Clock.systemUTC()));
    } catch (IOException | InterruptedException | RuntimeException e) {
      broker.close();
      throw e;
    }
  }

  private static void applyTopics(KalendsConfig config) throws InterruptedException {
    try (Admin admin = Admin.create(config.kafka())) {
      TopicPlan.of(
              admin,
              new TopicPlan.Target(
                  config.partitions(), config.replicationFactor(), config.minInsyncReplicas()))
          .apply(admin);
    }
  }

  /** Whether it became ready within this time. */
  public boolean awaitReady(Duration within) throws InterruptedException {
    long deadline = System.nanoTime() + within.toNanos();
    while (!node.ready()) {
      if (System.nanoTime() > deadline
          || node.failed()
          || closed.await(POLL.toMillis(), TimeUnit.MILLISECONDS)) {
        return false;
      }
    }
    return true;
  }

  public Node node() {
    return node;
  }

  /** host:port of the broker. */
  public String bootstrapServers() {
    return broker.bootstrapServers();
  }

  @Override
  public void close() {
    node.close();
    try {
      broker.close();
    } catch (IOException e) {
      LOG.warn("The broker did not stop cleanly", e);
    }
    closed.countDown();
  }
}
