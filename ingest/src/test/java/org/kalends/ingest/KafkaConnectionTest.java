package org.kalends.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.Test;
import org.kalends.ingest.KalendsProducer.Settings;
import org.kalends.schemas.Topics;

class KafkaConnectionTest {
  private final KafkaConnection connection =
      new KafkaConnection(
          Map.of(
              "bootstrap.servers", "localhost:9092",
              "security.protocol", "SSL",
              "acks", "1",
              "compression.type", "zstd",
              "isolation.level", "read_uncommitted"),
          Settings.DEFAULTS);

  @Test
  void shouldSetWhatTheGuaranteesNeedOverTheCallersProperties() {
    assertThat(connection.producerProperties())
        .containsEntry("acks", "all")
        .containsEntry("enable.idempotence", true)
        .containsEntry("linger.ms", 0)
        .containsEntry("delivery.timeout.ms", 10_000)
        .containsEntry("max.block.ms", 10_000L);
    assertThat(connection.consumerProperties())
        .containsEntry("isolation.level", "read_committed")
        .containsEntry("enable.auto.commit", false)
        .doesNotContainKey("group.id");
  }

  @Test
  void shouldPassOnTheCallersProperties() {
    assertThat(connection.producerProperties())
        .containsEntry("bootstrap.servers", "localhost:9092")
        .containsEntry("security.protocol", "SSL")
        .containsEntry("compression.type", "zstd");
    assertThat(connection.consumerProperties()).containsEntry("security.protocol", "SSL");
  }

  @Test
  void shouldSendTheLargestSetInOneRequest() {
    assertThat(connection.producerProperties())
        .hasEntrySatisfying(
            "max.request.size",
            bytes -> assertThat((Integer) bytes).isGreaterThan(Topics.MAX_CHANGE_SET_BYTES));
  }

  @Test
  void shouldSayThatNoBrokerAnswers() throws Exception {
    int unused;
    try (ServerSocket socket = new ServerSocket(0)) {
      unused = socket.getLocalPort();
    }
    Settings hasty =
        new Settings(
            Duration.ofSeconds(1),
            Duration.ofSeconds(1),
            Duration.ofMillis(300),
            Duration.ofMillis(100),
            Topics.MAX_CHANGE_SET_BYTES);
    Map<String, String> kafka = Map.of("bootstrap.servers", "localhost:" + unused);

    assertThatThrownBy(() -> KalendsProducer.connect(kafka, hasty).close())
        .isInstanceOf(KafkaException.class)
        .hasMessageContaining("No broker answers")
        .hasMessageContaining("bootstrap.servers=localhost:" + unused);
  }
}
