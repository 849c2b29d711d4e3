package org.kalends.deploy;

import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.kalends.deploy.command.CommandFailure;
import org.kalends.deploy.command.ConfigCommand;
import org.kalends.deploy.command.ExitStatus;
import org.kalends.deploy.command.ExportCommand;
import org.kalends.deploy.command.ImportCommand;
import org.kalends.deploy.command.NodeCommand;
import org.kalends.deploy.command.QueryCommand;
import org.kalends.deploy.command.StatusCommand;
import org.kalends.deploy.command.TopicsCommand;
import org.kalends.deploy.command.UpCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The program: {@code kalends COMMAND}. */
@Command(
    name = "kalends",
    description =
        "A calendar event index on Kafka: what happens between A and B, for these people?",
    subcommands = {
      UpCommand.class,
      NodeCommand.class,
      ImportCommand.class,
      ExportCommand.class,
      QueryCommand.class,
      StatusCommand.class,
      TopicsCommand.class,
      ConfigCommand.class
    },
    footerHeading = "%nTo begin:%n",
    footer = {
      "  kalends up                         everything in one process",
      "  kalends import team.ics            a calendar goes in",
      "  kalends query occurrences --calendar team --from 2026-03-01 --to 2026-03-08",
      "",
      "In a source checkout also: kalends test, kalends bench."
    },
    versionProvider = Version.class,
    mixinStandardHelpOptions = true)
public final class Kalends implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /** Exit statuses are those of {@link ExitStatus}. */
  public static void main(String[] arguments) {
    System.exit(execute(arguments));
  }

  /** Runs one command and returns its exit status. */
  public static int execute(String... arguments) {
    return execute(writer(System.out), writer(System.err), arguments);
  }

  /** The same with what it prints going elsewhere. */
  public static int execute(PrintWriter out, PrintWriter err, String... arguments) {
    CommandLine line = new CommandLine(new Kalends());
    line.setOut(out);
    line.setErr(err);
    line.setExecutionExceptionHandler(
        (exception, commandLine, parsed) -> {
          commandLine.getErr().println("kalends: " + CommandFailure.sentences(exception));
          return exception instanceof CommandFailure failure
              ? failure.status()
              : ExitStatus.UNREACHABLE;
        });
    return line.execute(arguments);
  }

  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
  }
}
