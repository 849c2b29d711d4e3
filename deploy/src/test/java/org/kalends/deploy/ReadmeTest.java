package org.kalends.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kalends.deploy.node.LocalDeployment;

/** What the README says to type, typed. */
class ReadmeTest {
  private static final Pattern CALL =
      Pattern.compile("```sh\n(curl [^\n]*)\n```\n```(?:json)?\n([^\n]*)\n```");
  private static final Pattern COMMAND = Pattern.compile("`?\\./kalends ([a-z]+)");

  @TempDir private Path dir;

  @Test
  void shouldAnswerTheCallsAsTheReadmeSays() throws Exception {
    Matcher call = CALL.matcher(readme());
    List<String> typed = new ArrayList<>();
    assumeThat(new ProcessBuilder("bash", "-c", "command -v curl").start().waitFor())
        .as("The calls of the README are made by curl, and it is not installed here")
        .isZero();
    try (LocalDeployment deployment = LocalDeployment.start(dir, 0, 2)) {
      assertThat(deployment.awaitReady(Duration.ofMinutes(2))).isTrue();
      String port = ":" + deployment.node().uri().getPort();
      while (call.find()) {
        typed.add(call.group(1));
        assertThat(eventually(call.group(1).replace(":8080", port), call.group(2)))
            .isEqualTo(call.group(2));
      }
    }
    assertThat(typed).hasSize(3);
  }

  @Test
  void shouldHaveTheCommandsThatTheReadmeNames() throws IOException {
    Matcher command = COMMAND.matcher(readme());
    while (command.find()) {
      String name = command.group(1);
      if (!List.of("test", "bench").contains(name)) {
        assertThat(Kalends.execute(name, "--help")).as(name).isZero();
      }
    }
  }

  /**
   * The people's index follows the calendar's by some milliseconds, and the README's reader types
   * slower than that.
   */
  private static String eventually(String commandLine, String wanted) throws Exception {
    long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    String answer = answer(commandLine);
    while (!answer.equals(wanted)
        && commandLine.contains("freebusy")
        && System.nanoTime() < deadline) {
      answer = answer(commandLine);
    }
    return answer;
  }

  private static String answer(String commandLine) throws Exception {
    Process shell = new ProcessBuilder("bash", "-c", commandLine).redirectErrorStream(true).start();
    String answer =
        new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertThat(shell.waitFor()).as(answer).isZero();
    return answer.replaceAll("\"position\":\"[^\"]*\"", "\"position\":\"…\"");
  }

  private static String readme() throws IOException {
    return Files.readString(Path.of("../README.md"));
  }
}
