package org.kalends.deploy.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code kalends export}: calendars back to files. */
@Command(
    name = "export",
    description = "Write calendars as iCalendar files, one each.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  kalends export --calendar team --out -    one calendar to standard output",
      "  kalends export --out backup               all of them into a folder",
      "",
      "`kalends import FOLDER` takes them back."
    },
    mixinStandardHelpOptions = true)
public final class ExportCommand implements Callable<Integer> {
  private static final String STANDARD_OUTPUT = "-";

  @Mixin private NodeOption node = new NodeOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--calendar",
      paramLabel = "NAME",
      description = "A calendar; may be repeated. Default: all")
  private @Nullable List<String> calendars;

  @Option(
      names = "--out",
      paramLabel = "DIR|-",
      defaultValue = "export",
      description = "A folder, or - for standard output")
  private String target = "export";

  @Option(names = "--json", description = "Print the written files as JSON")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    if (json && target.equals(STANDARD_OUTPUT)) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "--json tells of files, and --out - writes none: leave out one");
    }
    PrintWriter out = spec.commandLine().getOut();
    ArrayNode files = new ObjectMapper().createArrayNode();
    try (ApiClient client = node.client()) {
      for (String calendar : calendars == null ? all(client) : calendars) {
        try (InputStream text =
            client.open(
                "/v1/calendars/" + ApiClient.encoded(calendar) + "/events", "text/calendar")) {
          if (target.equals(STANDARD_OUTPUT)) {
            out.print(new String(text.readAllBytes(), StandardCharsets.UTF_8));
          } else {
            files
                .addObject()
                .put("calendar", calendar)
                .put("file", write(calendar, text).toString());
          }
        }
      }
    }
    if (json) {
      out.println(files);
    } else {
      files.forEach(
          file -> out.println(file.get("calendar").asText() + " → " + file.get("file").asText()));
    }
    out.flush();
    return ExitStatus.OK;
  }

  /** Whole or not at all: a file that is there is a complete one. */
  private Path write(String calendar, InputStream text) throws IOException {
    Path folder = Files.createDirectories(Path.of(target));
    Path file = folder.resolve(calendar + ".ics");
    Path partial = folder.resolve(calendar + ".ics.partial");
    Files.copy(text, partial, StandardCopyOption.REPLACE_EXISTING);
    return Files.move(
        partial, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  private static List<String> all(ApiClient client) {
    List<String> names = new ArrayList<>();
    String cursor = "";
    do {
      JsonNode page = client.get("/v1/calendars?limit=10000" + cursor);
      page.path("calendars").forEach(calendar -> names.add(calendar.get("calendar").asText()));
      cursor = page.has("next") ? "&cursor=" + ApiClient.encoded(page.get("next").asText()) : "";
    } while (!cursor.isEmpty());
    return names;
  }
}
