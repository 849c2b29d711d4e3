package org.kalends.deploy.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.kalends.deploy.broker.EmbeddedBroker;
import org.kalends.deploy.config.KalendsConfig;
import org.kalends.deploy.node.LocalDeployment;
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
      "Ctrl-C stops it. The data stays: the next start goes on with it, also after a crash.",
      "Exit status: 2 usage, 3 it did not start; 130 or 143 after Ctrl-C or SIGTERM, when all is closed."
    },
    mixinStandardHelpOptions = true)
public final class UpCommand implements Callable<Integer> {
  private static final Duration READY_WITHIN = Duration.ofMinutes(10);
  private static final int REJECTIONS_SHOWN = 20;
  private static final Map<String, String> DEFAULTS =
      Map.of("http.port", "8080", "partitions", "4");

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
      description = "The HTTP port, 0 for any free one. Default: 8080")
  private @Nullable Integer port;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      description = "Partitions, chosen with the first start on this data. Default: 4")
  private @Nullable Integer partitions;

  @Option(
      names = "--import",
      paramLabel = "FILE|DIR",
      description = "Import calendars once it is ready; may be repeated")
  private @Nullable List<Path> imports;

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description =
          "One setting of the node; may be repeated. `kalends config print` shows all of them")
  private Map<String, String> flags = new LinkedHashMap<>();

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    Path dir = data.toAbsolutePath().normalize();
    @Nullable CalendarFiles files = imports == null ? null : CalendarFiles.in(imports);
    long begun = System.nanoTime();
    LocalDeployment deployment = start(dir, out);
    RunningNode.closeAtEnd(deployment::close);
    if (!deployment.awaitReady(READY_WITHIN)) {
      throw new CommandFailure(
          ExitStatus.UNREACHABLE, "The index is not ready; its log says why: " + logOf(dir));
    }
    greet(deployment, dir, Duration.ofNanos(System.nanoTime() - begun), out);
    if (files != null) {
      importFiles(deployment, files, out);
    }
    RunningNode.whileWell(deployment.node());
    return ExitStatus.OK;
  }

  private LocalDeployment start(Path dir, PrintWriter out) throws InterruptedException {
    try {
      Map<String, String> settings = settings();
      KalendsConfig.of(settings);
      Logs.toFile(logOf(dir));
      out.println("Starting broker, index and HTTP in this process …");
      out.flush();
      return LocalDeployment.start(dir, settings);
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(ExitStatus.USAGE, String.valueOf(e.getMessage()));
    } catch (IOException | RuntimeException e) {
      throw new CommandFailure(
          ExitStatus.UNREACHABLE, "It did not start: " + CommandFailure.sentences(e));
    }
  }

  private Map<String, String> settings() throws IOException {
    Map<String, String> settings =
        new TreeMap<>(KalendsConfig.merged(DEFAULTS, System.getenv(), flags));
    if (partitions != null) {
      settings.put("partitions", partitions.toString());
    }
    if (port != null) {
      settings.put("http.port", Integer.toString(port == 0 ? EmbeddedBroker.freePort() : port));
    }
    return settings;
  }

  private static Path logOf(Path dir) {
    return dir.resolve("kalends.log");
  }

  private static void greet(LocalDeployment deployment, Path dir, Duration took, PrintWriter out) {
    String url = "http://localhost:" + deployment.node().uri().getPort();
    out.println("Kalends is ready at " + url + " after " + took.toMillis() / 1000.0 + " s.");
    out.println("  data    " + dir);
    out.println("  log     " + logOf(dir));
    out.println("  Kafka   " + deployment.bootstrapServers());
    out.println("Try, in another terminal:");
    out.println("  kalends import --url " + url + " --calendar team FILE.ics");
    out.println("  curl " + url + "/v1/calendars");
    out.println("  curl '" + url + "/v1/calendars/team/occurrences?from=2026-01-01&to=2027-01-01'");
    out.println(
        "  curl '"
            + url
            + "/v1/occurrences?attendee=ann@example.org&from=2026-01-01&to=2027-01-01'");
    out.println("Ctrl-C stops it; the data stays.");
    out.flush();
  }

  private static void importFiles(
      LocalDeployment deployment, CalendarFiles files, PrintWriter out) {
    files.notes().forEach(out::println);
    out.println("Importing " + files.files().size() + " files …");
    out.flush();
    ImportReport report = new ImportReport(REJECTIONS_SHOWN);
    try (ApiClient client = new ApiClient(deployment.node().uri())) {
      new CalendarImporter(client, false).run(files, null, report);
    }
    report.print(out);
    out.flush();
  }
}
