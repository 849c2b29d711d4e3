package org.kalends.indexer.topology;

import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
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
    Map<String, Integer> found = new HashMap<>();
    try (Admin admin = Admin.create(settings.kafka())) {
      Set<String> names = admin.listTopics().names().get();
      List<String> ours =
          Stream.of(Topics.values()).map(Topics::topicName).filter(names::contains).toList();
      admin
          .describeTopics(ours)
          .allTopicNames()
          .get()
          .forEach((name, topic) -> found.put(name, topic.partitions().size()));
    } catch (ExecutionException e) {
      throw new IllegalStateException(
          "Kafka does not tell its topics: is it running, and are bootstrap.servers and the"
              + " credentials right; bootstrap.servers="
              + settings.kafka().get(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG)
              + " cause="
              + e.getCause(),
          e);
    }
    TopicsCheck.check(found, settings.partitions());
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
