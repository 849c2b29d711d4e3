package org.kalends.deploy.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code kalends query}: asks a node what happens between two instants. */
@Command(
    name = "query",
    description = "Ask a running node what happens between two instants.",
    subcommands = {QueryCommand.Events.class, QueryCommand.Occurrences.class},
    mixinStandardHelpOptions = true)
public final class QueryCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /** The options that every question has. */
  static final class Window {
    @Option(
        names = "--from",
        required = true,
        paramLabel = "TIME",
        description = "RFC 3339 with an offset, or a date")
    private String from = "";

    @Option(
        names = "--to",
        required = true,
        paramLabel = "TIME",
        description = "The first instant outside")
    private String to = "";

    @Option(
        names = "--zone",
        paramLabel = "ZONE",
        description =
            "Your time zone, for dates, all-day and floating events. Default: this machine's, ${DEFAULT-VALUE}")
    private String zone = java.time.ZoneId.systemDefault().getId();

    String parameters() {
      return "from="
          + ApiClient.encoded(from)
          + "&to="
          + ApiClient.encoded(to)
          + "&zone="
          + ApiClient.encoded(zone);
    }
  }

  /** {@code kalends query events}. */
  @Command(
      name = "events",
      description = "The events of a calendar that happen in the period.",
      footerHeading = "%nExample:%n",
      footer = "  kalends query events --calendar team --from 2026-03-01 --to 2026-04-01",
      mixinStandardHelpOptions = true)
  static final class Events implements Callable<Integer> {
    @Mixin private NodeOption node = new NodeOption();
    @Mixin private Window window = new Window();
    @Spec private CommandSpec spec = CommandSpec.create();

    @Option(
        names = "--calendar",
        required = true,
        paramLabel = "NAME",
        description = "The calendar")
    private String calendar = "";

    @Option(names = "--json", description = "Print the pages as they come, a line each")
    private boolean json;

    @Override
    public Integer call() {
      String path =
          "/v1/calendars/" + ApiClient.encoded(calendar) + "/events?" + window.parameters();
      try (ApiClient client = node.client()) {
        new Pages(client, path, "events").print(spec.commandLine().getOut(), json, Events::row);
      }
      return ExitStatus.OK;
    }

    private static String row(JsonNode event) {
      return event.path("uid").asText() + "  " + event.path("summary").asText("");
    }
  }

  /** {@code kalends query occurrences}. */
  @Command(
      name = "occurrences",
      description = "What happens in a calendar, or for people, in order of time.",
      footerHeading = "%nExamples:%n",
      footer = {
        "  kalends query occurrences --calendar team --from 2026-03-01 --to 2026-03-08",
        "  kalends query occurrences --attendee ann@example.org --attendee bob@example.org \\",
        "      --from 2026-03-02T00:00:00Z --to 2026-03-03T00:00:00Z"
      },
      mixinStandardHelpOptions = true)
  static final class Occurrences implements Callable<Integer> {
    @Mixin private NodeOption node = new NodeOption();
    @Mixin private Window window = new Window();
    @Spec private CommandSpec spec = CommandSpec.create();

    @ArgGroup(multiplicity = "1")
    private Subject subject = new Subject();

    @Option(names = "--json", description = "Print the pages as they come, a line each")
    private boolean json;

    /** Whose occurrences. */
    static final class Subject {
      @Option(names = "--calendar", paramLabel = "NAME", description = "A calendar")
      private @Nullable String calendar;

      @Option(
          names = "--attendee",
          paramLabel = "ADDRESS",
          description = "A person; may be repeated")
      private List<String> attendees = new ArrayList<>();
    }

    @Override
    public Integer call() {
      try (ApiClient client = node.client()) {
        new Pages(client, path(), "occurrences")
            .print(spec.commandLine().getOut(), json, Occurrences::row);
      }
      return ExitStatus.OK;
    }

    private String path() {
      if (subject.calendar != null) {
        return "/v1/calendars/"
            + ApiClient.encoded(subject.calendar)
            + "/occurrences?"
            + window.parameters();
      }
      StringBuilder path = new StringBuilder("/v1/occurrences?").append(window.parameters());
      subject.attendees.forEach(
          attendee -> path.append("&attendee=").append(ApiClient.encoded(attendee)));
      return path.toString();
    }

    private static String row(JsonNode occurrence) {
      return String.format(
          Locale.ROOT,
          "%-20s  %-20s  %-20s  %s",
          occurrence.path("start").asText(),
          occurrence.path("end").asText(),
          occurrence.path("calendar").asText(),
          occurrence.path("summary").asText(occurrence.path("uid").asText()));
    }
  }

  /** Walks through the pages of an answer. */
  private record Pages(ApiClient client, String path, String member) {
    private interface Row {
      String of(JsonNode item);
    }

    void print(PrintWriter out, boolean json, Row row) {
      String cursor = "";
      do {
        JsonNode page = client.get(path + cursor);
        if (json) {
          out.println(page);
        } else {
          page.path(member).forEach(item -> out.println(row.of(item)));
        }
        out.flush();
        cursor = page.has("next") ? "&cursor=" + ApiClient.encoded(page.get("next").asText()) : "";
      } while (!cursor.isEmpty());
    }
  }
}
