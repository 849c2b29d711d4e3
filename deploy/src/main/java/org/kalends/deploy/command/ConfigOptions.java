package org.kalends.deploy.command;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kalends.deploy.config.ConfigFile;
import org.kalends.deploy.config.KalendsConfig;
import picocli.CommandLine.Option;

/** Where a command gets a node's settings from. */
final class ConfigOptions {
  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "The settings file; `kalends config print` shows all settings")
  private @Nullable Path file;

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description = "One setting, over the file's and the environment's; may be repeated")
  private Map<String, String> flags = new LinkedHashMap<>();

  /**
   * @throws CommandFailure with the setting that is wrong
   */
  KalendsConfig config() {
    try {
      Map<String, String> read = file == null ? Map.of() : ConfigFile.read(file);
      return KalendsConfig.of(KalendsConfig.merged(read, System.getenv(), flags));
    } catch (IllegalArgumentException | java.io.UncheckedIOException e) {
      throw new CommandFailure(ExitStatus.USAGE, String.valueOf(e.getMessage()));
    }
  }
}
