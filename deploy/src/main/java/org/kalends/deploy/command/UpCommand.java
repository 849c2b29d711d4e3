package org.kalends.deploy.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.kalends.deploy.LocalDeployment;
import org.kalends.deploy.operations.Logs;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code kalends up}: broker and node in one process, for trying things and for small needs. */
@Command(
    name = "up",
    description = "Start everything in this process: a broker, the index, and the HTTP interface.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  kalends up                                  data in ./data, http://localhost:8080",
      "  kalends up --port 9000 --import ~/calendars the .ics files below the folder, one calendar each",
      "",
      "Ctrl-C stops it. The data stays: the next start goes on with it, also after a crash."
    },
    mixinStandardHelpOptions = true)
public final class UpCommand implements Callable<Integer> {
  private static final Duration READY_WITHIN = Duration.ofMinutes(10);
  private static final int REJECTIONS_SHOWN = 20;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--data",
      paramLabel = "DIR",
      defaultValue = "data",
      description = "Where the data is kept. Default: ./data")
  private Path data = Path.of("data");

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "8080",
      description = "The HTTP port. Default: 8080")
  private int port;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      defaultValue = "4",
      description = "Partitions, chosen with the first start on this data. Default: 4")
  private int partitions;

  @Option(
      names = "--import",
      paramLabel = "FILE|DIR",
      description = "Import calendars once it is ready; may be repeated")
  private @Nullable List<Path> imports;

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    Path dir = data.toAbsolutePath().normalize();
    Logs.toFile(dir.resolve("kalends.log"));
    Instant begun = Instant.now();
    LocalDeployment deployment = start(dir, out);
    Runtime.getRuntime().addShutdownHook(new Thread(deployment::close, "stop"));
    if (!deployment.awaitReady(READY_WITHIN)) {
      throw new CommandFailure(
          ExitStatus.UNREACHABLE,
          "The index is not ready after "
              + READY_WITHIN
              + "; its log says why: "
              + dir.resolve("kalends.log"));
    }
    Duration took = Duration.between(begun, Instant.now());
    greet(deployment, dir, took, out);
    if (imports != null) {
      importFiles(deployment, imports, out);
    }
    deployment.awaitClosed();
    return ExitStatus.OK;
  }

  private LocalDeployment start(Path dir, PrintWriter out) throws InterruptedException {
    out.println("Starting broker, index and HTTP in this process …");
    out.flush();
    try {
      return LocalDeployment.start(dir, port, partitions);
    } catch (IOException | RuntimeException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new CommandFailure(
          ExitStatus.UNREACHABLE,
          "It did not start: " + e.getMessage() + " (" + cause.getMessage() + ")");
    }
  }

  private static void greet(LocalDeployment deployment, Path dir, Duration took, PrintWriter out) {
    String url = "http://localhost:" + deployment.node().uri().getPort();
    out.println("Kalends is ready at " + url + " after " + took.toMillis() / 1000.0 + " s.");
    out.println("  data    " + dir);
    out.println("  Kafka   " + deployment.bootstrapServers());
    out.println("Try:");
    out.println("  curl " + url + "/v1/calendars");
    out.println("  kalends import --url " + url + " FILE.ics");
    out.println("  curl '" + url + "/v1/calendars/NAME/occurrences?from=2026-01-01&to=2027-01-01'");
    out.println("Ctrl-C stops it; the data stays.");
    out.flush();
  }

  private static void importFiles(LocalDeployment deployment, List<Path> paths, PrintWriter out) {
    CalendarFiles found = CalendarFiles.in(paths);
    ImportReport report = new ImportReport(REJECTIONS_SHOWN);
    found.passedOver().forEach(path -> out.println("passed over, no .ics file: " + path));
    try (ApiClient client = new ApiClient(deployment.node().uri())) {
      new CalendarImporter(client, false).run(found, null, report);
    }
    report.print(out);
    out.flush();
  }
}
