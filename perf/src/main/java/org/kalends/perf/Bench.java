package org.kalends.perf;

import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code kalends bench NAME}: runs a scenario and prints its table. */
@Command(
    name = "kalends bench",
    description = "Measure a scenario against a node of its own; compare only figures of one run.",
    subcommands = CalZopeCommand.class,
    mixinStandardHelpOptions = true)
public final class Bench implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  public static void main(String[] arguments) {
    CommandLine line = new CommandLine(new Bench());
    line.setOut(new PrintWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8), true));
    System.exit(line.execute(arguments));
  }
}
