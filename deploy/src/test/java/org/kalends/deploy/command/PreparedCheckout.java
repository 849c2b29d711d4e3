package org.kalends.deploy.command;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A checkout that was never built and has nothing to build: the two launchers and a pom. A PATH
 * with a few tools and no Maven goes with it; Java and Maven are scripts that a test writes.
 */
final class PreparedCheckout {
  private static final Path REPOSITORY = Path.of("..");
  private static final String STARTER = "deploy/src/main/distribution/bin/kalends";
  private static final Set<String> TOOLS =
      Set.of(
          "awk",
          "basename",
          "bash",
          "cat",
          "dirname",
          "find",
          "grep",
          "ls",
          "mkdir",
          "mktemp",
          "mv",
          "readlink",
          "rm",
          "sed",
          "sort",
          "tee",
          "touch");
  private static final String SHEBANG = "#!/usr/bin/env bash\nset -e\n";
  private static final long WITHIN_SECONDS = 60;

  private final Path root;
  private final Path path;
  private final Path javaHome;

  /** What a launcher printed, to both streams, and its exit status. */
  record Run(int status, String text) {
    List<String> lines() {
      return text.lines().toList();
    }
  }

  PreparedCheckout(Path dir) throws IOException {
    root = Files.createDirectory(dir.resolve("checkout")).toRealPath();
    path = Files.createDirectory(dir.resolve("path"));
    javaHome = dir.resolve("java");
    Files.createDirectories(root.resolve(STARTER).getParent());
    for (String file : List.of("kalends", "pom.xml", STARTER)) {
      Files.copy(REPOSITORY.resolve(file), root.resolve(file));
      root.resolve(file).toFile().setExecutable(true);
    }
    for (String tool : TOOLS) {
      write(path.resolve(tool), "#!/bin/sh\nexec " + installed(tool) + " \"$@\"\n");
    }
  }

  private static Path installed(String tool) {
    return Stream.of(System.getenv("PATH").split(":", -1))
        .map(folder -> Path.of(folder, tool))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("The launcher needs a tool; tool=" + tool));
  }

  Path root() {
    return root;
  }

  Path javaHome() {
    return javaHome;
  }

  /** A java that tells this release, and prints its arguments when it is to start something. */
  PreparedCheckout withRuntime(String release) throws IOException {
    return withJava(
        """
        case "$*" in
          *-XshowSettings*) echo "    java.specification.version = %s" >&2 ;;
          *) printf '%%s\\n' "$@" ;;
        esac
        """
            .formatted(release));
  }

  PreparedCheckout withJava(String script) throws IOException {
    write(javaHome.resolve("bin/java"), SHEBANG + script);
    return this;
  }

  PreparedCheckout withJdk() throws IOException {
    write(javaHome.resolve("bin/javac"), SHEBANG + "exit 1");
    return withRuntime("25");
  }

  /** A mvn that runs this in the checkout. */
  PreparedCheckout withMaven(String script) throws IOException {
    write(path.resolve("mvn"), SHEBANG + script);
    return this;
  }

  private static void write(Path file, String script) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, script);
    file.toFile().setExecutable(true);
  }

  /** {@code ./kalends} with these arguments. */
  Run run(String... arguments) throws IOException, InterruptedException {
    return run("kalends", arguments);
  }

  /** The distribution's launcher with these arguments. */
  Run start(String... arguments) throws IOException, InterruptedException {
    return run(STARTER, arguments);
  }

  private Run run(String launcher, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(root.resolve(launcher).toString()));
    command.addAll(Arrays.asList(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().putAll(Map.of("PATH", path.toString(), "JAVA_HOME", javaHome.toString()));
    Process process = builder.start();
    process.getOutputStream().close();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(WITHIN_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IllegalStateException("The launcher does not end; printed=" + text);
    }
    return new Run(process.exitValue(), text);
  }
}
