package org.kalends.deploy.command;

import java.net.URI;
import picocli.CommandLine.Option;

/** Which node a command talks to. */
final class NodeOption {
  @Option(
      names = "--url",
      paramLabel = "URL",
      defaultValue = "${env:KALENDS_URL:-http://localhost:8080}",
      description = "The node to talk to. Default: ${DEFAULT-VALUE} (or KALENDS_URL)")
  private URI url = URI.create("http://localhost:8080");

  ApiClient client() {
    return new ApiClient(url);
  }
}
