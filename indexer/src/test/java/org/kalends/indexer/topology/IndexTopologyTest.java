package org.kalends.indexer.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Objects;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.junit.jupiter.api.Test;

class IndexTopologyTest {
  /**
   * A renamed or moved node, topic or store loses the state of every deployment: change the golden
   * file only together with a plan for it.
   */
  @Test
  void shouldKeepItsNames() throws IOException {
    StreamsConfig config =
        new StreamsConfig(IndexDriver.settings(Path.of("target", "never-written")).streams());

    Topology topology = IndexTopology.build(4, Clock.systemUTC(), config);

    assertThat(topology.describe().toString()).isEqualToIgnoringNewLines(golden());
  }

  private static String golden() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(IndexTopologyTest.class.getResourceAsStream("topology.txt"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
