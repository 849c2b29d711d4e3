package org.kalends.deploy;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** What {@code kalends --version} says; written by the build. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() throws IOException {
    Properties versions = new Properties();
    try (InputStream resource = Version.class.getResourceAsStream("version.properties")) {
      if (resource == null) {
        throw new IllegalStateException("version.properties is not bundled");
      }
      versions.load(resource);
    }
    return new String[] {
      "kalends " + versions.getProperty("kalends"),
      "Kafka " + versions.getProperty("kafka") + ", Java " + Runtime.version()
    };
  }
}
