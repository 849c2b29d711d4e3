package org.kalends.deploy.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.kalends.deploy.node.LocalDeployment;

/** The pipeline on the broker of {@code kalends up}, in this JVM. */
class EmbeddedBrokerPipelineTest extends PipelineContract {
  @TempDir private static Path dir;

  private static LocalDeployment deployment;
  private static HttpCalls http;

  @BeforeAll
  static void start() throws Exception {
    deployment = LocalDeployment.start(dir, 0, 4);
    assertThat(deployment.awaitReady(Duration.ofMinutes(2))).isTrue();
    http = new HttpCalls(deployment.node().uri());
    System.out.println("end-to-end ran on: embedded broker");
  }

  @AfterAll
  static void stop() {
    deployment.close();
  }

  @Override
  HttpCalls http() {
    return http;
  }

  @Override
  String bootstrapServers() {
    return deployment.bootstrapServers();
  }
}
