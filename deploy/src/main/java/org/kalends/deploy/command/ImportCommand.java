package org.kalends.deploy.command;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
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
      found.notes().forEach(out::println);
    }
    try (ApiClient client = node.client()) {
      String into = calendar == null ? null : new CalendarId(calendar).value();
      new CalendarImporter(client, !json && Boolean.getBoolean(TERMINAL)).run(found, into, report);
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(ExitStatus.USAGE, String.valueOf(e.getMessage()));
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
}
