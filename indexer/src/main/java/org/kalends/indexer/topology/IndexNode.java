package org.kalends.indexer.topology;

import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.kalends.indexer.store.IndexReader;
import org.kalends.indexer.store.PartitionOwners;
import org.kalends.indexer.store.RocksMemory;
import org.kalends.indexer.store.StreamsIndexReader;
import org.kalends.indexer.store.StreamsPartitionOwners;
import org.kalends.schemas.Topics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node's part of the index: runs its share of the topology and answers reads of it. Start it
 * once, close it once.
 */
public final class IndexNode implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(IndexNode.class);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(15);

  private final IndexSettings settings;
  private final RocksMemory memory;
  private final KafkaStreams streams;

  public IndexNode(IndexSettings settings, Clock clock) {
    this.settings = settings;
    this.memory = new RocksMemory(settings.memoryBytes());
    Map<String, Object> config = new HashMap<>(settings.streams());
    config.putAll(memory.settings());
    StreamsConfig streamsConfig = new StreamsConfig(config);
    this.streams =
        new KafkaStreams(
            IndexTopology.build(settings.partitions(), clock, streamsConfig), streamsConfig);
    FaultyThreads faults = new FaultyThreads(clock);
    streams.setUncaughtExceptionHandler(faults::decide);
  }

  /**
   * Begins; the node serves once {@link PartitionOwners#ready}.
   *
   * @throws IllegalStateException with a sentence that says what to do when the topics are not
   *     there or have another number of partitions
   */
  public void start() throws InterruptedException {
    checkTopics();
    streams.start();
  }

  private void checkTopics() throws InterruptedException {
    List<String> names = Stream.of(Topics.values()).map(Topics::topicName).toList();
    try (Admin admin = Admin.create(settings.kafka())) {
      Map<String, TopicDescription> found = admin.describeTopics(names).allTopicNames().get();
      for (Topics topic : Topics.values()) {
        int partitions = Objects.requireNonNull(found.get(topic.topicName())).partitions().size();
        int wanted = topic.partitions(settings.partitions());
        if (partitions != wanted) {
          throw new IllegalStateException(
              "The topic has another number of partitions than this node is set to: every calendar would be looked for in the wrong"
                  + " place. Set partitions to the topic's; topic="
                  + topic.topicName()
                  + " topic's="
                  + partitions
                  + " node's="
                  + wanted);
        }
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        throw new IllegalStateException(
            "A topic is missing: `kalends topics apply` creates them; " + e.getCause().getMessage(),
            e);
      }
      throw new IllegalStateException("Kafka does not tell its topics; cause=" + e.getCause(), e);
    }
  }

  public IndexReader reader() {
    return new StreamsIndexReader(streams, settings.partitions());
  }

  public PartitionOwners owners() {
    return new StreamsPartitionOwners(streams, settings.self());
  }

  /** For its metrics and its state. */
  public KafkaStreams streams() {
    return streams;
  }

  /**
   * Finishes what is under way, commits and stops; keeps the state, and its place in the group for
   * a restart.
   */
  @Override
  public void close() {
    if (!streams.close(CLOSE_TIMEOUT)) {
      LOG.warn(
          "The index did not stop in time; it will restore from its changelogs; timeout={}",
          CLOSE_TIMEOUT);
      return;
    }
    memory.close();
  }
}
