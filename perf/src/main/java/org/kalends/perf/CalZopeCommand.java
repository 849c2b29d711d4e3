package org.kalends.perf;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.kalends.perf.CalendarGenerator.Mix;
import org.kalends.perf.QueryTimes.Row;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code kalends bench calzope}: the seed scenario. */
@Command(
    name = "calzope",
    description =
        "One calendar of 40 events a day: create, by id, period and occurrences, over HTTP and in the store.",
    footerHeading = "%nExample:%n",
    footer = "  kalends bench calzope --sizes 1000,10000",
    mixinStandardHelpOptions = true)
final class CalZopeCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--sizes",
      split = ",",
      defaultValue = "1000,10000",
      description = "Events of the calendar. Default: ${DEFAULT-VALUE}")
  private List<Integer> sizes = List.of();

  @Option(
      names = "--calls",
      defaultValue = "300",
      description =
          "Timed calls of each question, after as many that are not. Default: ${DEFAULT-VALUE}")
  private int calls;

  @Option(
      names = "--creates",
      defaultValue = "200",
      description = "Single events created over HTTP. Default: ${DEFAULT-VALUE}")
  private int creates;

  @Option(names = "--no-endless", description = "A data set without series that never end")
  private boolean withoutEndless;

  @Option(names = "--json", description = "Print the rows as JSON, one a line")
  private boolean json;

  @Option(
      names = "--results",
      paramLabel = "DIR",
      description = "Also write the raw rows into this folder")
  private @Nullable Path results;

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    Report report = new Report();
    for (int size : sizes) {
      Path dir = Files.createTempDirectory("kalends-bench");
      try (CalZope scenario =
          new CalZope(dir, withoutEndless ? Mix.WITHOUT_ENDLESS : Mix.WITH_ENDLESS, size)) {
        report.add(size, scenario.run(calls, creates), scenario.ingestSeconds());
      } finally {
        Folders.delete(dir);
      }
    }
    if (json) {
      report.rows().forEach(out::println);
    } else {
      report.print(out);
    }
    out.flush();
    if (results != null) {
      write(results, report);
    }
    return 0;
  }

  private static void write(Path folder, Report report) throws IOException {
    Files.createDirectories(folder);
    List<String> lines = new ArrayList<>(report.rows());
    Files.write(
        folder.resolve("calzope-" + Instant.now().toString().replace(':', '-') + ".jsonl"), lines);
  }

  /** Rows of several sizes side by side. */
  static final class Report {
    private record Sized(int size, Row row) {}

    private final List<Sized> sized = new ArrayList<>();
    private final List<String> ingested = new ArrayList<>();

    void add(int size, List<Row> rows, double ingestSeconds) {
      rows.forEach(row -> sized.add(new Sized(size, row)));
      ingested.add(
          String.format(
              java.util.Locale.ROOT,
              "%,d events put through Kafka and both indexes in %.2f s, %,.0f a second",
              size,
              ingestSeconds,
              size / ingestSeconds));
    }

    List<String> rows() {
      return sized.stream()
          .map(
              each ->
                  String.format(
                      java.util.Locale.ROOT,
                      "{\"size\":%d,\"work\":\"%s\",\"by\":\"%s\",\"answers\":%.1f,\"calls\":%d,\"minMicros\":%.1f,\"p50Micros\":%.1f,\"p99Micros\":%.1f}",
                      each.size(),
                      each.row().work(),
                      each.row().probe(),
                      each.row().answers(),
                      each.row().timings().count(),
                      each.row().timings().minMicros(),
                      each.row().timings().quantileMicros(0.5),
                      each.row().timings().quantileMicros(0.99)))
          .toList();
    }

    void print(PrintWriter out) {
      ingested.forEach(out::println);
      out.printf(
          "%-9s %-22s %-6s %10s %12s %12s%n",
          "events", "work", "by", "answers", "p50 µs", "p99 µs");
      for (Sized each : sized) {
        out.printf(
            java.util.Locale.ROOT,
            "%-9d %-22s %-6s %10.1f %12.1f %12.1f%n",
            each.size(),
            each.row().work(),
            each.row().probe(),
            each.row().answers(),
            each.row().timings().quantileMicros(0.5),
            each.row().timings().quantileMicros(0.99));
      }
    }
  }
}
