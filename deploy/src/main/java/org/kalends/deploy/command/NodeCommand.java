package org.kalends.deploy.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.concurrent.Callable;
import org.kalends.deploy.config.KalendsConfig;
import org.kalends.deploy.node.Node;
import org.kalends.deploy.operations.Logs;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code kalends node}: one node of a cluster, in the foreground. */
@Command(
    name = "node",
    description = "Run a node of a cluster in the foreground, until it is told to stop (SIGTERM).",
    footerHeading = "%nExample:%n",
    footer = {
      "  kalends topics apply --config /etc/kalends/kalends.properties",
      "  kalends node --config /etc/kalends/kalends.properties --set node.id=node-2",
      "",
      "Exit status: 2 a setting is wrong, 3 it did not start or its index stopped after faults."
    },
    mixinStandardHelpOptions = true)
public final class NodeCommand implements Callable<Integer> {
  @Mixin private ConfigOptions options = new ConfigOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    KalendsConfig config = options.config();
    Logs.toConsole(config.logJson());
    Node node;
    try {
      node = Node.start(config, Clock.systemUTC());
    } catch (IOException | RuntimeException e) {
      throw new CommandFailure(
          ExitStatus.UNREACHABLE, "The node did not start: " + CommandFailure.sentences(e));
    }
    PrintWriter out = spec.commandLine().getOut();
    out.println("node " + config.nodeId() + " listens on " + node.uri());
    out.flush();
    RunningNode.closeAtEnd(node::close);
    RunningNode.whileWell(node);
    return ExitStatus.OK;
  }
}
