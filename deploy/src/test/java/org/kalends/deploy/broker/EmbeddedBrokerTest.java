package org.kalends.deploy.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kalends.deploy.broker.TopicPlan.Step;
import org.kalends.schemas.Topics;

/** The broker and the plan of its topics in one test each: a start takes seconds. */
class EmbeddedBrokerTest {
  private static final TopicPlan.Target TARGET = new TopicPlan.Target(2, (short) 1, 1);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir private Path dir = Path.of("");

  @Test
  void shouldKeepDataAndPortsAndLetOneProcessIn() throws Exception {
    String first;
    try (EmbeddedBroker broker = EmbeddedBroker.start(dir);
        Admin admin = admin(broker)) {
      first = broker.bootstrapServers();
      TopicPlan.of(admin, TARGET).apply(admin);

      assertThatThrownBy(() -> EmbeddedBroker.start(dir))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("Another process uses this data folder")
          .hasMessageContaining(dir.toString());
    }

    try (EmbeddedBroker again = EmbeddedBroker.start(dir);
        Admin admin = admin(again)) {
      assertThat(again.bootstrapServers()).isEqualTo(first);
      assertThat(settled(admin, List::isEmpty)).isEmpty();
    }
  }

  @Test
  void shouldPlanAndApplyTopics() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(dir);
        Admin admin = admin(broker)) {
      TopicPlan empty = TopicPlan.of(admin, TARGET);
      assertThat(empty.steps())
          .hasSize(Topics.values().length)
          .allMatch(Step.Create.class::isInstance);
      assertThat(empty.done()).isFalse();
      empty.apply(admin);
      assertThat(settled(admin, List::isEmpty)).isEmpty();

      set(admin, Topics.CHANGE_RESULTS.topicName(), "retention.ms", "1000");
      assertThat(settled(admin, steps -> !steps.isEmpty()))
          .containsExactly(
              new Step.Alter(
                  Topics.CHANGE_RESULTS.topicName(),
                  Map.of("retention.ms", new TopicPlan.Drift("1000", "86400000"))));
      TopicPlan.of(admin, TARGET).apply(admin);
      assertThat(settled(admin, List::isEmpty)).isEmpty();

      TopicPlan moreReplicas = TopicPlan.of(admin, new TopicPlan.Target(2, (short) 3, 1));
      assertThat(moreReplicas.steps()).isNotEmpty().allMatch(Step.Keep.class::isInstance);
      assertThat(moreReplicas.done()).isTrue();
      moreReplicas.apply(admin);

      refuseOtherPartitions(admin);
    }
  }

  private static void refuseOtherPartitions(Admin admin) throws Exception {
    String topic = Topics.CALENDAR_CHANGES.topicName();
    admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(3))).all().get();

    settled(admin, steps -> !steps.isEmpty());
    TopicPlan plan = TopicPlan.of(admin, TARGET);

    assertThat(plan.refused()).isTrue();
    assertThatThrownBy(() -> plan.apply(admin))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(topic)
        .hasMessageContaining("3 partitions and not 2");
  }

  /** What is left to do once the broker has heard of the last change. */
  private static List<Step> settled(Admin admin, Predicate<List<Step>> expected)
      throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    List<Step> steps = TopicPlan.of(admin, TARGET).steps();
    while (!expected.test(steps) && System.nanoTime() < deadline) {
      steps = TopicPlan.of(admin, TARGET).steps();
    }
    return steps;
  }

  private static void set(Admin admin, String topic, String name, String value) throws Exception {
    AlterConfigOp change =
        new AlterConfigOp(new ConfigEntry(name, value), AlterConfigOp.OpType.SET);
    admin
        .incrementalAlterConfigs(
            Map.of(new ConfigResource(ConfigResource.Type.TOPIC, topic), List.of(change)))
        .all()
        .get();
  }

  private static Admin admin(EmbeddedBroker broker) {
    return Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
  }
}
