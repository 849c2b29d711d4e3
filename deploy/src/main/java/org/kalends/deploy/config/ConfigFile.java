package org.kalends.deploy.config;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.kafka.common.config.ConfigDef;

/**
 * The settings file: reads one, and writes the documented one that has every setting with its
 * default.
 */
public final class ConfigFile {
  private static final int WIDTH = 100;

  private ConfigFile() {}

  /**
   * @throws UncheckedIOException when it cannot be read
   */
  public static Map<String, String> read(Path file) {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    } catch (IOException e) {
      throw new UncheckedIOException("The settings file cannot be read; file=" + file, e);
    }
    Map<String, String> settings = new TreeMap<>();
    properties
        .stringPropertyNames()
        .forEach(name -> settings.put(name, properties.getProperty(name)));
    return settings;
  }

  /** Every setting, commented out with its default, below its text. */
  public static String documented() {
    StringBuilder text = new StringBuilder();
    text.append(
        "# Settings of a Kalends node. A line without # changes one; each can also be given in the environment,\n");
    text.append("# as ")
        .append(KalendsConfig.environmentName(ConfigKeys.HTTP_PORT))
        .append(" for ")
        .append(ConfigKeys.HTTP_PORT);
    text.append(", or as --set name=value.\n");
    text.append("# This file is written by `kalends config print`.\n");
    for (ConfigDef.ConfigKey key : ConfigKeys.DEFINITION.configKeys().values()) {
      text.append('\n');
      wrap(key.documentation, text);
      if (key.validator != null && !(key.validator instanceof ConfigDef.NonNullValidator)) {
        text.append("# ").append(key.validator).append('\n');
      }
      text.append('#').append(key.name).append('=').append(value(key)).append('\n');
    }
    return text.toString();
  }

  private static String value(ConfigDef.ConfigKey key) {
    return Objects.toString(ConfigDef.convertToString(key.defaultValue, key.type), "");
  }

  private static void wrap(String sentence, StringBuilder text) {
    StringBuilder line = new StringBuilder("#");
    for (String word : sentence.split(" ", -1)) {
      if (line.length() + 1 + word.length() > WIDTH) {
        text.append(line).append('\n');
        line = new StringBuilder("#");
      }
      line.append(' ').append(word);
    }
    text.append(line).append('\n');
  }
}
