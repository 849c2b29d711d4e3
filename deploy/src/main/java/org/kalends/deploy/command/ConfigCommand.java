package org.kalends.deploy.command;

import java.util.concurrent.Callable;
import org.kalends.deploy.config.ConfigFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code kalends config}: what can be set. */
@Command(
    name = "config",
    description = "Show the settings of a node.",
    subcommands = ConfigCommand.Print.class,
    mixinStandardHelpOptions = true)
public final class ConfigCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /** {@code kalends config print}. */
  @Command(
      name = "print",
      description = "Print the settings file: every setting with its text, range and default.",
      mixinStandardHelpOptions = true)
  static final class Print implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
      spec.commandLine().getOut().print(ConfigFile.documented());
      spec.commandLine().getOut().flush();
      return ExitStatus.OK;
    }
  }
}
