package org.kalends.indexer.topology;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.DefaultProductionExceptionHandler;
import org.apache.kafka.streams.errors.LogAndFailExceptionHandler;
import org.apache.kafka.streams.errors.LogAndFailProcessingExceptionHandler;
import org.kalends.indexer.store.PartitionOwners;
import org.kalends.schemas.Topics;

/**
 * What a node's index needs to know.
 *
 * @param kafka the clients' settings: bootstrap.servers, security
 * @param applicationId names the index; another one is another index of the same topics
 * @param nodeId stable over restarts: the static member of the group
 * @param self where this node answers HTTP for others
 * @param partitions of the partitioned topics
 * @param stateDir stable over restarts; never a temporary folder
 * @param threads stream threads
 * @param standbys copies of each partition on other nodes
 * @param replication of internal topics
 * @param commitInterval the longest wait for what nobody waits for
 * @param memoryBytes native memory of all stores together
 */
public record IndexSettings(
    Map<String, Object> kafka,
    String applicationId,
    String nodeId,
    PartitionOwners.Node self,
    int partitions,
    Path stateDir,
    int threads,
    int standbys,
    int replication,
    Duration commitInterval,
    long memoryBytes) {
  /** Above the longest commit: a change set of the largest size with its thousand attendees. */
  private static final int TRANSACTION_TIMEOUT_MILLIS = 60_000;

  /**
   * A node or thread that died keeps its partitions so long: longer than a restart, and else the
   * time for which nobody answers for them. Kafka's own is 45 s. What the operator sets counts.
   */
  private static final int SESSION_TIMEOUT_MILLIS = 15_000;

  /** Longer than a restart: a partition that comes back finds its stores. */
  private static final Duration STATE_CLEANUP_DELAY = Duration.ofHours(1);

  /**
   * How long changelogs keep the mark of a deleted row: a store that was away longer would miss it.
   */
  private static final Duration CHANGELOG_TOMBSTONES = Duration.ofDays(7);

  /** Below {@link #CHANGELOG_TOMBSTONES}: a store that was away longer is restored from nothing. */
  private static final Duration STATE_MAX_AGE = Duration.ofDays(6);

  /**
   * Records that wait in memory for a task: with the largest change sets some 60 MB a partition.
   */
  private static final int BUFFERED_RECORDS = 64;

  private static final int LINGER_MILLIS = 5;
  private static final int BATCH_BYTES = 128 * 1024;

  Map<String, Object> streams() {
    Map<String, Object> settings = new HashMap<>(kafka);
    settings.put(StreamsConfig.APPLICATION_ID_CONFIG, applicationId);
    settings.put(StreamsConfig.CLIENT_ID_CONFIG, applicationId + "-" + nodeId);
    settings.put(StreamsConfig.APPLICATION_SERVER_CONFIG, self.host() + ":" + self.port());
    settings.put(StreamsConfig.STATE_DIR_CONFIG, stateDir.toString());
    settings.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, threads);
    settings.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, standbys);
    settings.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, replication);
    settings.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
    settings.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, commitInterval.toMillis());
    settings.put(StreamsConfig.TRANSACTIONAL_STATE_STORES_CONFIG, true);
    settings.put(
        StreamsConfig.DEFAULT_INTERACTIVE_QUERY_ISOLATION_LEVEL_CONFIG,
        IsolationLevel.READ_COMMITTED.toString());
    settings.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
    settings.put(StreamsConfig.STATE_CLEANUP_DELAY_MS_CONFIG, STATE_CLEANUP_DELAY.toMillis());
    settings.put(StreamsConfig.STATE_CLEANUP_DIR_MAX_AGE_MS_CONFIG, STATE_MAX_AGE.toMillis());
    settings.put(StreamsConfig.BUFFERED_RECORDS_PER_PARTITION_CONFIG, BUFFERED_RECORDS);
    // the streams protocol can name the wrong host for a partition (KAFKA-20887)
    settings.put(StreamsConfig.GROUP_PROTOCOL_CONFIG, "classic");
    // garbage is set aside by the processors; what reaches these handlers is a fault of the node,
    // which must not go on half-applied
    settings.put(
        StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG,
        LogAndFailExceptionHandler.class);
    settings.put(
        StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG,
        LogAndFailProcessingExceptionHandler.class);
    settings.put(
        StreamsConfig.PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG,
        DefaultProductionExceptionHandler.class);
    addClients(settings);
    return settings;
  }

  private void addClients(Map<String, Object> settings) {
    settings.put(StreamsConfig.consumerPrefix(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG), "earliest");
    settings.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG), nodeId);
    if (!settings.containsKey(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG)) {
      settings.put(
          StreamsConfig.mainConsumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG),
          SESSION_TIMEOUT_MILLIS);
    }
    settings.put(
        StreamsConfig.consumerPrefix(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG),
        Topics.MAX_RECORD_BYTES);
    settings.put(
        StreamsConfig.producerPrefix(ProducerConfig.MAX_REQUEST_SIZE_CONFIG),
        Topics.MAX_RECORD_BYTES);
    settings.put(
        StreamsConfig.producerPrefix(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG),
        TRANSACTION_TIMEOUT_MILLIS);
    settings.put(StreamsConfig.producerPrefix(ProducerConfig.LINGER_MS_CONFIG), LINGER_MILLIS);
    settings.put(StreamsConfig.producerPrefix(ProducerConfig.BATCH_SIZE_CONFIG), BATCH_BYTES);
    settings.put(
        StreamsConfig.topicPrefix("max.message.bytes"), Integer.toString(Topics.MAX_RECORD_BYTES));
    settings.put(
        StreamsConfig.topicPrefix("delete.retention.ms"),
        Long.toString(CHANGELOG_TOMBSTONES.toMillis()));
  }
}
