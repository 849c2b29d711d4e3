package org.kalends.deploy.command;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;
import org.kalends.deploy.broker.TopicPlan;
import org.kalends.deploy.broker.TopicPlan.Step;
import org.kalends.deploy.config.KalendsConfig;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code kalends topics}: brings a cluster's topics in line. */
@Command(
    name = "topics",
    description =
        "Compare the topics of a Kafka cluster with what the index needs, and bring them in line.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  kalends topics plan --config kalends.properties     what is missing or differs",
      "  kalends topics apply --config kalends.properties    does it",
      "",
      "Exit status: 0 done, or nothing to do; 1 plan: something to do, apply: refused; 2 usage; 3 no Kafka."
    },
    subcommands = {TopicsCommand.Plan.class, TopicsCommand.Apply.class},
    mixinStandardHelpOptions = true)
public final class TopicsCommand implements Runnable {
  /** How long Kafka may take for an answer before the command says that there is none. */
  private static final int API_TIMEOUT_MILLIS = 10_000;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /** {@code kalends topics plan}. */
  @Command(
      name = "plan",
      description = "Show what is missing or differs. Exit status: 0 nothing to do, 1 something.",
      mixinStandardHelpOptions = true)
  static final class Plan implements Callable<Integer> {
    @Mixin private ConfigOptions options = new ConfigOptions();
    @Spec private CommandSpec spec = CommandSpec.create();

    @Option(names = "--json", description = "Print the plan as JSON")
    private boolean json;

    @Override
    public Integer call() throws InterruptedException {
      return planned(options.config(), spec.commandLine().getOut(), json, false)
          ? ExitStatus.OK
          : ExitStatus.REJECTED;
    }
  }

  /** {@code kalends topics apply}. */
  @Command(
      name = "apply",
      description =
          "Create what is missing and change settings that differ. Never loses data: what would is refused.",
      mixinStandardHelpOptions = true)
  static final class Apply implements Callable<Integer> {
    @Mixin private ConfigOptions options = new ConfigOptions();
    @Spec private CommandSpec spec = CommandSpec.create();

    @Option(names = "--json", description = "Print what was done as JSON")
    private boolean json;

    @Override
    public Integer call() throws InterruptedException {
      planned(options.config(), spec.commandLine().getOut(), json, true);
      return ExitStatus.OK;
    }
  }

  /** Does the plan when asked to, prints it, and tells whether there was nothing to do. */
  private static boolean planned(KalendsConfig config, PrintWriter out, boolean json, boolean apply)
      throws InterruptedException {
    Map<String, Object> kafka = new HashMap<>(config.kafka());
    kafka.putIfAbsent(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, API_TIMEOUT_MILLIS);
    kafka.putIfAbsent(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, API_TIMEOUT_MILLIS);
    try (Admin admin = Admin.create(kafka)) {
      TopicPlan plan =
          TopicPlan.of(
              admin,
              new TopicPlan.Target(
                  config.partitions(), config.replicationFactor(), config.minInsyncReplicas()));
      if (apply) {
        plan.apply(admin);
      }
      if (json) {
        out.println(asJson(plan));
      } else {
        print(plan, out);
      }
      out.flush();
      return plan.done();
    } catch (KafkaException e) {
      throw new CommandFailure(
          ExitStatus.UNREACHABLE,
          "Kafka does not answer; bootstrap.servers="
              + config.kafka().get("bootstrap.servers")
              + " cause="
              + CommandFailure.sentences(e));
    } catch (IllegalStateException e) {
      throw new CommandFailure(ExitStatus.REJECTED, String.valueOf(e.getMessage()));
    }
  }

  private static void print(TopicPlan plan, PrintWriter out) {
    if (plan.steps().isEmpty()) {
      out.println("All topics are as they should be.");
    }
    for (Step step : plan.steps()) {
      out.println(
          switch (step) {
            case Step.Create create ->
                "create "
                    + create.topic()
                    + " with "
                    + create.partitions()
                    + " partitions, "
                    + create.replicationFactor()
                    + " replicas";
            case Step.Alter alter -> "alter " + alter.topic() + ": " + written(alter);
            case Step.Keep keep -> "keep " + keep.topic() + ": " + keep.why();
            case Step.Refuse refuse -> "refuse " + refuse.topic() + ": " + refuse.why();
          });
    }
  }

  private static String written(Step.Alter alter) {
    List<String> settings = new ArrayList<>();
    alter
        .settings()
        .forEach(
            (name, drift) ->
                settings.add(name + " from " + drift.found() + " to " + drift.wanted()));
    return String.join(", ", settings);
  }

  private static ArrayNode asJson(TopicPlan plan) {
    ArrayNode steps = new ObjectMapper().createArrayNode();
    for (Step step : plan.steps()) {
      ObjectNode node = steps.addObject().put("topic", step.topic());
      switch (step) {
        case Step.Create create ->
            node.put("step", "create")
                .put("partitions", create.partitions())
                .put("replicas", create.replicationFactor());
        case Step.Alter alter -> {
          ObjectNode settings = node.put("step", "alter").putObject("settings");
          alter
              .settings()
              .forEach(
                  (name, drift) ->
                      settings
                          .putObject(name)
                          .put("found", drift.found())
                          .put("wanted", drift.wanted()));
        }
        case Step.Keep keep -> node.put("step", "keep").put("why", keep.why());
        case Step.Refuse refuse -> node.put("step", "refuse").put("why", refuse.why());
      }
    }
    return steps;
  }
}
