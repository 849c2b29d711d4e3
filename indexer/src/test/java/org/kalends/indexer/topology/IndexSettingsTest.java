package org.kalends.indexer.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;
import org.kalends.schemas.Topics;

class IndexSettingsTest {
  private final Map<String, Object> settings =
      IndexDriver.settings(Path.of("/var/lib/kalends/index")).streams();
  private final StreamsConfig streams = new StreamsConfig(settings);

  @Test
  void shouldProcessExactlyOnceOverTransactionalStoresAndReadWhatIsCommitted() {
    assertThat(streams.getString("processing.guarantee")).isEqualTo("exactly_once_v2");
    assertThat(streams.getBoolean("enable.transactional.statestores")).isTrue();
    assertThat(streams.getString("default.interactive.query.isolation.level"))
        .isEqualToIgnoringCase("read_committed");
  }

  /** A setting with a name that Kafka does not know is silently without effect. */
  @Test
  void shouldOnlyMakeSettingsThatStreamsKnows() {
    assertThat(settings.keySet())
        .allMatch(
            name ->
                name.contains("consumer.")
                    || name.startsWith("producer.")
                    || name.startsWith("topic.")
                    || StreamsConfig.configDef().names().contains(name));
  }

  @Test
  void shouldKeepItsPlaceInTheGroupOverARestart() {
    Map<String, Object> consumer = streams.getMainConsumerConfigs("kalends", "client", 1);

    assertThat(consumer)
        .containsEntry(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, "node-1-1")
        .containsEntry(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest")
        .containsEntry(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
  }

  @Test
  void shouldGiveUpADeadNodeSoonUnlessTheOperatorSaysOtherwise() {
    assertThat(streams.getMainConsumerConfigs("kalends", "client", 1))
        .containsEntry(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, 15_000);

    IndexSettings own =
        IndexDriver.settings(
            Path.of("/var/lib/kalends/index"),
            Map.of("bootstrap.servers", "localhost:9092", "session.timeout.ms", "30000"));

    assertThat(new StreamsConfig(own.streams()).getMainConsumerConfigs("kalends", "client", 1))
        .containsEntry(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, "30000");
  }

  @Test
  void shouldSendTheLargestRecord() {
    Properties producer = new Properties();
    producer.putAll(streams.getProducerConfigs("client"));

    assertThat(producer.get(ProducerConfig.MAX_REQUEST_SIZE_CONFIG))
        .isEqualTo(Topics.MAX_RECORD_BYTES);
    assertThat(settings)
        .containsEntry("topic.max.message.bytes", Integer.toString(Topics.MAX_RECORD_BYTES));
  }

  /** A store that was away for longer than deletions are remembered would bring rows back. */
  @Test
  void shouldRestoreFromNothingWhatWasAwayForTooLong() {
    long tombstones = Long.parseLong((String) settings.get("topic.delete.retention.ms"));

    assertThat(streams.getLong("state.cleanup.dir.max.age.ms")).isPositive().isLessThan(tombstones);
  }
}
