package org.kalends.deploy.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigFileTest {
  @TempDir private Path dir = Path.of("");

  @Test
  void shouldMeanTheDefaultsWhereNothingIsChanged() throws IOException {
    Path file = dir.resolve("kalends.properties");
    Files.writeString(file, ConfigFile.documented());

    assertThat(ConfigFile.read(file)).isEmpty();
  }

  @Test
  void shouldHoldEverySettingWithItsDefault() throws IOException {
    Path file = dir.resolve("kalends.properties");
    Files.writeString(file, ConfigFile.documented().replaceAll("(?m)^#(?=[a-z.]+=)", ""));

    Map<String, String> settings = ConfigFile.read(file);

    assertThat(settings.keySet()).isEqualTo(ConfigKeys.DEFINITION.names());
    assertThat(KalendsConfig.of(settings)).isEqualTo(KalendsConfig.of(Map.of()));
  }

  @Test
  void shouldNameAFileThatCannotBeRead() {
    assertThatThrownBy(() -> ConfigFile.read(dir.resolve("none.properties")))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("none.properties");
  }
}
