package org.kalends.deploy.endtoend;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.images.PullPolicy;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.utility.DockerImageName;

/**
 * A broker in a container, of the image {@code kalends-kafka} that {@code
 * deploy/src/main/docker/images} builds from the jars of the same Kafka that the clients have.
 */
final class ContainerBroker implements AutoCloseable {
  private static final DockerImageName IMAGE =
      DockerImageName.parse(System.getProperty("kalends.kafka.image", "kalends-kafka"));
  private static final int CLIENT_PORT = 9092;
  private static final String ADVERTISED_FILE = "/tmp/advertised";
  private static final Duration START = Duration.ofSeconds(90);

  private final GenericContainer<?> container;

  private ContainerBroker(GenericContainer<?> container) {
    this.container = container;
  }

  /** Skips the test, with the reason, where there is no engine or no image. */
  static ContainerBroker startOrSkip() {
    assumeTrue(
        engineAnswers(), "Not run on a broker in a container: no Docker engine answers here.");
    assumeTrue(
        !PullPolicy.defaultPolicy().shouldPull(IMAGE),
        () ->
            "Not run on a broker in a container: there is no image "
                + IMAGE
                + ", which deploy/src/main/docker/images base kafka builds.");
    return start();
  }

  private static boolean engineAnswers() {
    try {
      return DockerClientFactory.instance().isDockerAvailable();
    } catch (RuntimeException e) {
      return false; // it answers, but its host is not found: by an image that it would have to pull
    }
  }

  private static ContainerBroker start() {
    GenericContainer<?> container =
        new GenericContainer<>(IMAGE)
            .withEnv("KAFKA_ADVERTISED_FILE", ADVERTISED_FILE)
            .withExposedPorts(CLIENT_PORT)
            .waitingFor(Wait.forSuccessfulCommand("true"));
    ContainerBroker broker = new ContainerBroker(container);
    try {
      container.start();
      // Only now is it known where clients find the broker; it waits for that before it starts.
      container.copyFileToContainer(Transferable.of(broker.bootstrapServers()), ADVERTISED_FILE);
      broker.awaitAnswer();
      return broker;
    } catch (RuntimeException e) {
      broker.close();
      throw e;
    }
  }

  String image() {
    return IMAGE.asCanonicalNameString();
  }

  String bootstrapServers() {
    return container.getHost() + ":" + container.getMappedPort(CLIENT_PORT);
  }

  @Override
  public void close() {
    container.stop();
  }

  private void awaitAnswer() {
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers",
            bootstrapServers(),
            "default.api.timeout.ms",
            (int) START.toMillis());
    try (Admin admin = Admin.create(settings)) {
      admin.describeCluster().nodes().get(START.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException(
          "The broker in the container did not answer. Its log: " + container.getLogs(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while the broker started.", e);
    }
  }
}
