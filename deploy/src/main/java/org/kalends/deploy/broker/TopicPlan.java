package org.kalends.deploy.broker;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;
import org.kalends.schemas.Topics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What has to be done to a cluster's topics: missing ones are created and settings brought in line;
 * a different number of partitions is refused, since it would send calendars to partitions where
 * they are not.
 */
public final class TopicPlan {
  /** What a deployment's topics are to be like. */
  public record Target(int partitions, short replicationFactor, int minInsyncReplicas) {}

  /** What is to be done to one topic. */
  public sealed interface Step {
    String topic();

    /** It is missing. */
    record Create(
        String topic, int partitions, short replicationFactor, Map<String, String> settings)
        implements Step {}

    /** Settings differ; from name to the value now and the value wanted. */
    record Alter(String topic, Map<String, Drift> settings) implements Step {}

    /** It differs in what is not changed here; it works as it is. */
    record Keep(String topic, String why) implements Step {}

    /** It cannot be brought in line without losing data. */
    record Refuse(String topic, String why) implements Step {}
  }

  /** A setting as it is and as it is to be. */
  public record Drift(String found, String wanted) {}

  private static final Duration KNOWN_WITHIN = Duration.ofSeconds(30);
  private static final Duration POLL = Duration.ofMillis(50);
  private static final Logger LOG = LoggerFactory.getLogger(TopicPlan.class);

  private final List<Step> steps;

  private TopicPlan(List<Step> steps) {
    this.steps = List.copyOf(steps);
  }

  /** Compares a cluster's topics with the target. */
  public static TopicPlan of(Admin admin, Target target) throws InterruptedException {
    Set<String> existing = get(admin.listTopics().names());
    List<String> ours = new ArrayList<>();
    for (Topics topic : Topics.values()) {
      if (existing.contains(topic.topicName())) {
        ours.add(topic.topicName());
      }
    }
    Map<String, TopicDescription> found = get(admin.describeTopics(ours).allTopicNames());
    Map<String, Config> settings = settings(admin, ours);
    List<Step> steps = new ArrayList<>();
    for (Topics topic : Topics.values()) {
      TopicDescription as = found.get(topic.topicName());
      Step step = step(topic, target, as, settings.get(topic.topicName()));
      if (step != null) {
        steps.add(step);
      }
      if (as != null) {
        replicas(as, target).ifPresent(steps::add);
      }
    }
    return new TopicPlan(steps);
  }

  private static Map<String, Config> settings(Admin admin, Collection<String> topics)
      throws InterruptedException {
    List<ConfigResource> resources =
        topics.stream().map(topic -> new ConfigResource(ConfigResource.Type.TOPIC, topic)).toList();
    Map<String, Config> byTopic = new HashMap<>();
    get(admin.describeConfigs(resources).all())
        .forEach((resource, config) -> byTopic.put(resource.name(), config));
    return byTopic;
  }

  private static @Nullable Step step(
      Topics topic, Target target, @Nullable TopicDescription found, @Nullable Config settings) {
    Map<String, String> wanted = new TreeMap<>(topic.settings());
    wanted.put("min.insync.replicas", Integer.toString(target.minInsyncReplicas()));
    int partitions = topic.partitions(target.partitions());
    if (found == null) {
      return new Step.Create(topic.topicName(), partitions, target.replicationFactor(), wanted);
    }
    if (found.partitions().size() != partitions) {
      return new Step.Refuse(
          topic.topicName(),
          "it has "
              + found.partitions().size()
              + " partitions and not "
              + partitions
              + ": every calendar would be looked for in the wrong place. Set partitions to the topic's, or move to new topics");
    }
    Map<String, Drift> drift = new TreeMap<>();
    wanted.forEach(
        (name, value) -> {
          ConfigEntry entry = settings == null ? null : settings.get(name);
          String now = entry == null ? "" : Objects.toString(entry.value(), "");
          if (!now.equals(value)) {
            drift.put(name, new Drift(now, value));
          }
        });
    return drift.isEmpty() ? null : new Step.Alter(topic.topicName(), drift);
  }

  private static Optional<Step> replicas(TopicDescription found, Target target) {
    int replicas =
        found.partitions().stream()
            .mapToInt(partition -> partition.replicas().size())
            .min()
            .orElse(0);
    if (replicas == target.replicationFactor()) {
      return Optional.empty();
    }
    return Optional.of(
        new Step.Keep(
            found.name(),
            "it has "
                + replicas
                + " replicas and not "
                + target.replicationFactor()
                + "; Kafka's own kafka-reassign-partitions moves replicas"));
  }

  /** In the order to be done; empty when all is as it is to be. */
  public List<Step> steps() {
    return steps;
  }

  /** Whether there is nothing to do: what is kept as it is needs nothing. */
  public boolean done() {
    return steps.stream().allMatch(Step.Keep.class::isInstance);
  }

  /** Whether something cannot be done: then nothing is. */
  public boolean refused() {
    return steps.stream().anyMatch(Step.Refuse.class::isInstance);
  }

  /**
   * Does it.
   *
   * @throws IllegalStateException when a step is refused
   */
  public void apply(Admin admin) throws InterruptedException {
    if (refused()) {
      throw new IllegalStateException(
          steps.stream()
              .filter(Step.Refuse.class::isInstance)
              .map(step -> step.topic() + ": " + ((Step.Refuse) step).why())
              .collect(Collectors.joining("; ")));
    }
    for (Step step : steps) {
      switch (step) {
        case Step.Create create -> create(admin, create);
        case Step.Alter alter -> alter(admin, alter);
        case Step.Keep keep ->
            LOG.info("Topic kept as it is; topic={} why={}", keep.topic(), keep.why());
        case Step.Refuse refuse -> throw new IllegalStateException(refuse.why());
      }
    }
    awaitKnown(admin);
  }

  /**
   * Brokers learn of new topics one after another: goes on once they are told of everywhere we ask.
   */
  private void awaitKnown(Admin admin) throws InterruptedException {
    List<String> created =
        steps.stream().filter(Step.Create.class::isInstance).map(Step::topic).toList();
    long deadline = System.nanoTime() + KNOWN_WITHIN.toNanos();
    while (true) {
      try {
        get(admin.describeTopics(created).allTopicNames());
        return;
      } catch (IllegalStateException e) {
        if (!(e.getCause() instanceof UnknownTopicOrPartitionException)
            || System.nanoTime() > deadline) {
          throw e;
        }
        Thread.sleep(POLL.toMillis());
      }
    }
  }

  private static void create(Admin admin, Step.Create step) throws InterruptedException {
    NewTopic topic =
        new NewTopic(step.topic(), step.partitions(), step.replicationFactor())
            .configs(step.settings());
    try {
      get(admin.createTopics(List.of(topic)).all());
    } catch (IllegalStateException e) {
      // another node that starts at the same time was faster
      if (!(e.getCause() instanceof TopicExistsException)) {
        throw e;
      }
    }
  }

  private static void alter(Admin admin, Step.Alter step) throws InterruptedException {
    Collection<AlterConfigOp> changes = new ArrayList<>();
    step.settings()
        .forEach(
            (name, drift) ->
                changes.add(
                    new AlterConfigOp(
                        new ConfigEntry(name, drift.wanted()), AlterConfigOp.OpType.SET)));
    get(
        admin
            .incrementalAlterConfigs(
                Map.of(new ConfigResource(ConfigResource.Type.TOPIC, step.topic()), changes))
            .all());
  }

  private static <T> T get(KafkaFuture<T> future) throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("Kafka refused; cause=" + e.getCause(), e.getCause());
    }
  }
}
