package org.kalends.indexer.store;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.LagInfo;
import org.apache.kafka.streams.StreamsMetadata;
import org.apache.kafka.streams.TaskMetadata;
import org.apache.kafka.streams.ThreadMetadata;
import org.kalends.schemas.Topics;

/** Reads Kafka Streams' metadata: a task is named by the partition of its source topic. */
public final class StreamsPartitionOwners implements PartitionOwners {
  private final KafkaStreams streams;
  private final Node self;

  public StreamsPartitionOwners(KafkaStreams streams, Node self) {
    this.streams = streams;
    this.self = self;
  }

  @Override
  public Optional<Node> owner(SubIndex index, int partition) {
    TopicPartition source = new TopicPartition(sourceOf(index), partition);
    return clients().stream()
        .filter(client -> client.topicPartitions().contains(source))
        .map(StreamsPartitionOwners::node)
        .findAny();
  }

  @Override
  public List<Node> standbys(SubIndex index, int partition) {
    TopicPartition source = new TopicPartition(sourceOf(index), partition);
    return clients().stream()
        .filter(client -> client.standbyTopicPartitions().contains(source))
        .map(StreamsPartitionOwners::node)
        .toList();
  }

  private Collection<StreamsMetadata> clients() {
    return streams.state().isRunningOrRebalancing()
        ? streams.metadataForAllStreamsClients()
        : List.of();
  }

  private static Node node(StreamsMetadata client) {
    return new Node(client.host(), client.port());
  }

  @Override
  public Node self() {
    return self;
  }

  @Override
  public List<Held> held() {
    List<Held> held = new ArrayList<>();
    if (!streams.state().isRunningOrRebalancing()) {
      return held;
    }
    Map<String, Map<Integer, LagInfo>> storeLags = streams.allLocalStorePartitionLags();
    for (ThreadMetadata thread : streams.metadataForLocalThreads()) {
      thread.activeTasks().forEach(task -> held.addAll(active(task)));
      thread.standbyTasks().forEach(task -> held.addAll(standby(task, storeLags)));
    }
    return held;
  }

  private static List<Held> active(TaskMetadata task) {
    List<Held> held = new ArrayList<>();
    for (SubIndex index : SubIndex.values()) {
      for (TopicPartition source : task.topicPartitions()) {
        if (source.topic().equals(sourceOf(index))) {
          long committed = Math.max(0, task.committedOffsets().getOrDefault(source, 0L));
          long end = Math.max(committed, task.endOffsets().getOrDefault(source, 0L));
          held.add(new Held(index, source.partition(), true, committed, end - committed));
        }
      }
    }
    return held;
  }

  /** A standby reads no input: what counts is how far it is behind the changelogs of its stores. */
  private static List<Held> standby(
      TaskMetadata task, Map<String, Map<Integer, LagInfo>> storeLags) {
    List<Held> held = new ArrayList<>();
    int partition = task.taskId().partition();
    for (SubIndex index : SubIndex.values()) {
      List<LagInfo> lags =
          IndexStores.of(index).stream()
              .map(store -> storeLags.getOrDefault(store, Map.of()).get(partition))
              .filter(Objects::nonNull)
              .toList();
      boolean itsOwn =
          task.topicPartitions().contains(new TopicPartition(sourceOf(index), partition));
      if (itsOwn) {
        long position = lags.stream().mapToLong(LagInfo::currentOffsetPosition).sum();
        long lag = lags.stream().mapToLong(LagInfo::offsetLag).sum();
        held.add(new Held(index, partition, false, position, lag));
      }
    }
    return held;
  }

  @Override
  public boolean ready() {
    return streams.state() == KafkaStreams.State.RUNNING;
  }

  private static String sourceOf(SubIndex index) {
    return switch (index) {
      case CALENDAR -> Topics.CALENDAR_CHANGES.topicName();
      case SUBJECT -> Topics.SUBJECT_ENTRIES.topicName();
    };
  }
}
