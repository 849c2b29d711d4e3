package org.kalends.deploy.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import org.jspecify.annotations.Nullable;
import org.kalends.deploy.command.CalendarFiles.CalendarFile;

/**
 * Sends calendar files to a node, one after another.
 *
 * @param progress whether to show a bar on standard error
 */
record CalendarImporter(ApiClient client, boolean progress) {
  /**
   * Imports all of them.
   *
   * @param calendar the one to import into; each file's own when null
   * @throws CommandFailure when the node fails; a file that it refuses goes into the report
   */
  void run(CalendarFiles found, @Nullable String calendar, ImportReport report) {
    for (CalendarFile file : found.files()) {
      String name = calendar == null ? file.calendar().value() : calendar;
      try {
        report.add(file.path(), name, send(file.path(), name));
      } catch (CommandFailure e) {
        if (e.status() != ExitStatus.REJECTED) {
          throw e;
        }
        report.addRefused(file.path(), name, String.valueOf(e.getMessage()));
      }
    }
  }

  private JsonNode send(Path file, String name) {
    if (!progress) {
      return client.importText(name, () -> open(file), line -> {});
    }
    try (ProgressBar bar = progressBar(file)) {
      return client.importText(
          name,
          () -> new CountedStream(open(file), bar),
          line -> bar.setExtraMessage(" " + written(line) + " events"));
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
