package org.kalends.indexer.topology;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyConfig;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.apache.kafka.streams.processor.TimestampExtractor;
import org.apache.kafka.streams.processor.WallclockTimestampExtractor;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.kalends.indexer.store.IndexStores;
import org.kalends.schemas.AttendeeAddress;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.Partitioning;
import org.kalends.schemas.Topics;

/**
 * The two sub-topologies and their stores. Every node, topic and store has a name of ours, so that
 * a later operator moves no state; a golden file of the tests holds the description.
 */
public final class IndexTopology {
  static final String CHANGES = "changes";
  static final String CALENDAR = "calendar";
  static final String FEED = "feed";
  static final String RESULTS = "results";
  static final String ENTRIES_OUT = "entries-out";
  static final String CALENDAR_DEAD_LETTERS = "calendar-dead-letters";
  static final String ENTRIES_IN = "entries-in";
  static final String SUBJECT = "subject";
  static final String SUBJECT_DEAD_LETTERS = "subject-dead-letters";

  private IndexTopology() {}

  /**
   * @param partitions of the partitioned topics
   * @param clock for the dead letters' time
   */
  public static Topology build(int partitions, Clock clock, StreamsConfig config) {
    ByteArraySerializer toBytes = new ByteArraySerializer();
    // the time of reading: a writer's clock must not decide how long results and the feed are kept,
    // nor a record without a time stop the task
    TimestampExtractor readAt = new WallclockTimestampExtractor();
    ByteArrayDeserializer fromBytes = new ByteArrayDeserializer();
    ProcessorSupplier<byte[], byte[], byte[], byte[]> calendar =
        () -> new CalendarProcessor(partitions, clock);
    ProcessorSupplier<byte[], byte[], byte[], byte[]> subject =
        () -> new SubjectProcessor(partitions, clock);
    Topology topology = new Topology(new TopologyConfig(config));
    topology
        .addSource(
            AutoOffsetReset.earliest(),
            CHANGES,
            readAt,
            fromBytes,
            fromBytes,
            Topics.CALENDAR_CHANGES.topicName())
        .addProcessor(CALENDAR, calendar, CHANGES)
        .addSink(
            FEED,
            Topics.CALENDAR_EVENTS.topicName(),
            toBytes,
            toBytes,
            byCalendarOfFeedKey(),
            CALENDAR)
        .addSink(
            RESULTS, Topics.CHANGE_RESULTS.topicName(), toBytes, toBytes, byCalendar(), CALENDAR)
        .addSink(
            ENTRIES_OUT,
            Topics.SUBJECT_ENTRIES.topicName(),
            toBytes,
            toBytes,
            byAttendee(),
            CALENDAR)
        .addSink(
            CALENDAR_DEAD_LETTERS,
            Topics.DEAD_LETTERS.topicName(),
            toBytes,
            toBytes,
            toTheOnlyPartition(),
            CALENDAR)
        .addSource(
            AutoOffsetReset.earliest(),
            ENTRIES_IN,
            readAt,
            fromBytes,
            fromBytes,
            Topics.SUBJECT_ENTRIES.topicName())
        .addProcessor(SUBJECT, subject, ENTRIES_IN)
        .addSink(
            SUBJECT_DEAD_LETTERS,
            Topics.DEAD_LETTERS.topicName(),
            toBytes,
            toBytes,
            toTheOnlyPartition(),
            SUBJECT);
    IndexStores.CALENDAR_STORES.forEach(
        store -> topology.addStateStore(IndexStores.builder(store), CALENDAR));
    IndexStores.SUBJECT_STORES.forEach(
        store -> topology.addStateStore(IndexStores.builder(store), SUBJECT));
    return topology;
  }

  @SuppressWarnings(
      "removal") // the method without headers is what a partitioner has to implement in 4.4
  private static StreamPartitioner<byte[], byte[]> byCalendar() {
    return (topic, key, value, partitions) ->
        only(Partitioning.partitionOf(new CalendarId(text(key)), partitions));
  }

  @SuppressWarnings(
      "removal") // the method without headers is what a partitioner has to implement in 4.4
  private static StreamPartitioner<byte[], byte[]> byCalendarOfFeedKey() {
    return (topic, key, value, partitions) ->
        only(Partitioning.partitionOf(FeedKey.calendarOf(key), partitions));
  }

  @SuppressWarnings(
      "removal") // the method without headers is what a partitioner has to implement in 4.4
  private static StreamPartitioner<byte[], byte[]> byAttendee() {
    return (topic, key, value, partitions) ->
        only(Partitioning.partitionOf(new AttendeeAddress(text(key)), partitions));
  }

  @SuppressWarnings(
      "removal") // the method without headers is what a partitioner has to implement in 4.4
  private static StreamPartitioner<byte[], byte[]> toTheOnlyPartition() {
    return (topic, key, value, partitions) -> only(0);
  }

  private static Optional<Set<Integer>> only(int partition) {
    return Optional.of(Set.of(partition));
  }

  private static String text(byte[] key) {
    return new String(key, StandardCharsets.UTF_8);
  }
}
