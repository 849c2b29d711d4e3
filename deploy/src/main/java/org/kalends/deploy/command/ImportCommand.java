package org.kalends.deploy.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import org.jspecify.annotations.Nullable;
import org.kalends.deploy.command.CalendarFiles.CalendarFile;
import org.kalends.schemas.CalendarId;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code kalends import}: sends calendar files to a node and reports what became of them. */
@Command(
    name = "import",
    description = "Import calendar files (.ics) into a running node.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  kalends import team.ics                    the calendar 'team'",
      "  kalends import --calendar team export.ics  the same from another file name",
      "  kalends import ~/calendars                 every .ics below the folder, one calendar each",
      "",
      "Importing again is safe: what has not changed is counted as unchanged.",
      "Exit status: 0 all taken, 1 something was rejected, 2 usage, 3 no node answers."
    },
    mixinStandardHelpOptions = true)
public final class ImportCommand implements Callable<Integer> {
  /** Set by the launcher when standard error is a terminal: the JVM of release 21 cannot tell. */
  private static final String TERMINAL = "kalends.terminal";

  private static final int REJECTIONS_SHOWN = 20;

  @Mixin private NodeOption node = new NodeOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--calendar",
      paramLabel = "NAME",
      description = "The calendar to import into; default: each file's name")
  private @Nullable String calendar;

  @Option(names = "--json", description = "Print the report as one JSON object")
  private boolean json;

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE|DIR",
      description = "Calendar files, or folders of them")
  private List<Path> paths = List.of();

  @Override
  public Integer call() {
    CalendarFiles found = CalendarFiles.in(paths);
    PrintWriter out = spec.commandLine().getOut();
    ImportReport report = new ImportReport(REJECTIONS_SHOWN);
    if (!json) {
      found.passedOver().forEach(path -> out.println("passed over, no .ics file: " + path));
    }
    try (ApiClient client = node.client()) {
      for (CalendarFile file : found.files()) {
        importFile(client, file, report);
      }
    }
    ObjectNode whole = report.asJson(new ObjectMapper());
    if (json) {
      out.println(whole);
    } else {
      report.print(out);
    }
    out.flush();
    return report.anythingRejected() ? ExitStatus.REJECTED : ExitStatus.OK;
  }

  private void importFile(ApiClient client, CalendarFile file, ImportReport report) {
    String name = calendar == null ? file.calendar().value() : new CalendarId(calendar).value();
    try {
      report.add(file.path(), name, send(client, file.path(), name));
    } catch (CommandFailure e) {
      if (e.status() != ExitStatus.REJECTED) {
        throw e;
      }
      report.addRefused(file.path(), name, String.valueOf(e.getMessage()));
    }
  }

  private JsonNode send(ApiClient client, Path file, String name) {
    if (json || !Boolean.getBoolean(TERMINAL)) {
      return client.importText(name, () -> open(file), line -> {});
    }
    try (ProgressBar bar = progressBar(file)) {
      JsonNode answer =
          client.importText(
              name,
              () -> new CountedStream(open(file), bar),
              line -> bar.setExtraMessage(" " + written(line) + " events"));
      bar.stepTo(bar.getMax());
      return answer;
    }
  }

  private static ProgressBar progressBar(Path file) {
    try {
      return new ProgressBarBuilder()
          .setTaskName(file.getFileName().toString())
          .setInitialMax(Files.size(file))
          .setUnit("KiB", 1024)
          .build();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long written(JsonNode line) {
    return line.path("created").asLong()
        + line.path("updated").asLong()
        + line.path("unchanged").asLong();
  }

  private static InputStream open(Path file) {
    try {
      return Files.newInputStream(file);
    } catch (IOException e) {
      throw new UncheckedIOException("The file cannot be read; file=" + file, e);
    }
  }

  /** Moves the bar by what is read, and leaves it open: the node's own progress follows. */
  private static final class CountedStream extends FilterInputStream {
    private final ProgressBar bar;

    CountedStream(InputStream in, ProgressBar bar) {
      super(in);
      this.bar = bar;
    }

    @Override
    public int read() throws IOException {
      int next = super.read();
      bar.stepBy(next < 0 ? 0 : 1);
      return next;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int read = super.read(bytes, offset, length);
      bar.stepBy(Math.max(0, read));
      return read;
    }
  }
}
