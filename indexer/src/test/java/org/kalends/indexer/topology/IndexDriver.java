package org.kalends.indexer.topology;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.kalends.indexer.store.PartitionOwners;
import org.kalends.indexer.store.RocksMemory;
import org.kalends.schemas.RecordCodec;
import org.kalends.schemas.Topics;
import org.kalends.schemas.avro.CalendarChange;
import org.kalends.schemas.avro.ChangeResult;

/**
 * Both sub-topologies over real stores and one partition, without a broker. What the first sends to
 * the second goes through before {@link #send} returns.
 */
public final class IndexDriver implements AutoCloseable {
  static final Instant NOW = Instant.parse("2026-03-02T08:00:00Z");
  private static final long MEMORY_BYTES = 16 << 20;
  private static final RecordCodec<CalendarChange> CHANGES = RecordCodec.calendarChanges();
  private static final RecordCodec<ChangeResult> RESULTS = RecordCodec.changeResults();

  private final RocksMemory memory = new RocksMemory(MEMORY_BYTES);
  private final TopologyTestDriver driver;

  /**
   * @param stateDir is kept: another driver on it goes on where this one was closed
   */
  public IndexDriver(Path stateDir) {
    Map<String, Object> config = new HashMap<>(settings(stateDir).streams());
    config.putAll(memory.settings());
    StreamsConfig streamsConfig = new StreamsConfig(config);
    Properties properties = new Properties();
    properties.putAll(config);
    this.driver =
        new TopologyTestDriver(
            IndexTopology.build(1, Clock.fixed(NOW, ZoneOffset.UTC), streamsConfig),
            properties,
            NOW);
  }

  static IndexSettings settings(Path stateDir) {
    return settings(stateDir, Map.of("bootstrap.servers", "localhost:9092"));
  }

  static IndexSettings settings(Path stateDir, Map<String, Object> kafka) {
    return new IndexSettings(
        kafka,
        "kalends",
        "node-1",
        new PartitionOwners.Node("localhost", 8080),
        1,
        stateDir,
        1,
        0,
        1,
        Duration.ofMillis(500),
        MEMORY_BYTES);
  }

  /** Writes a change set as a producer does, and reads its result. */
  public ChangeResult send(CalendarChange change) {
    write(Topics.CALENDAR_CHANGES, key(change.getCalendar()), CHANGES.encode(change));
    List<TestRecord<byte[], byte[]>> results = read(Topics.CHANGE_RESULTS);
    if (results.size() != 1) {
      throw new AssertionError("A change set has one result; results=" + results.size());
    }
    return RESULTS.decode(results.getFirst().value());
  }

  void write(Topics topic, byte @Nullable [] key, byte @Nullable [] value) {
    write(topic, new TestRecord<>(key, value));
  }

  void write(Topics topic, TestRecord<byte[], byte[]> record) {
    TestInputTopic<byte[], byte[]> input =
        driver.createInputTopic(
            topic.topicName(), new ByteArraySerializer(), new ByteArraySerializer());
    input.pipeInput(record);
  }

  /** What was written to a topic since it was last read. */
  List<TestRecord<byte[], byte[]>> read(Topics topic) {
    if (!driver.producedTopicNames().contains(topic.topicName())) {
      return List.of();
    }
    return driver
        .createOutputTopic(
            topic.topicName(), new ByteArrayDeserializer(), new ByteArrayDeserializer())
        .readRecordsToList();
  }

  /** All rows of a store in order. */
  List<KeyValue<Bytes, byte[]>> rows(String store) {
    List<KeyValue<Bytes, byte[]>> rows = new ArrayList<>();
    try (KeyValueIterator<Bytes, byte[]> all =
        driver.<Bytes, byte[]>getKeyValueStore(store).all()) {
      all.forEachRemaining(rows::add);
    }
    return rows;
  }

  public TopologyTestDriver streams() {
    return driver;
  }

  /** Lets time pass, and the turns of deletions come. */
  public void pass(Duration time) {
    driver.advanceWallClockTime(time);
  }

  static byte[] key(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    driver.close();
    memory.close();
  }
}
