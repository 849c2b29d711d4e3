package org.kalends.deploy.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code kalends status}: how a node and its index are doing. */
@Command(
    name = "status",
    description = "Show the partitions with their owners and lag, and how much the index holds.",
    footerHeading = "%nExit status: 0 ready and nothing behind, 1 not ready, 3 no node answers.%n",
    mixinStandardHelpOptions = true)
public final class StatusCommand implements Callable<Integer> {
  private static final String CALENDARS = "/v1/calendars?limit=10000";

  @Mixin private NodeOption node = new NodeOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--json", description = "Print it as one JSON object")
  private boolean json;

  /** What all calendars hold together. */
  private record Totals(long calendars, long events, long overrides) {}

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    try (ApiClient client = node.client()) {
      JsonNode status = client.get("/v1/node");
      boolean ready = status.path("ready").asBoolean();
      Totals totals = ready ? totals(client) : new Totals(0, 0, 0);
      if (json) {
        ObjectNode whole = new ObjectMapper().createObjectNode();
        whole.set("node", status);
        whole
            .put("calendars", totals.calendars())
            .put("events", totals.events())
            .put("overrides", totals.overrides());
        out.println(whole);
      } else {
        print(status, totals, out);
      }
      out.flush();
      return ready ? ExitStatus.OK : ExitStatus.REJECTED;
    }
  }

  private static Totals totals(ApiClient client) {
    long calendars = 0;
    long events = 0;
    long overrides = 0;
    String cursor = "";
    do {
      JsonNode page = client.get(CALENDARS + cursor);
      for (JsonNode calendar : page.path("calendars")) {
        calendars++;
        events += calendar.path("events").asLong();
        overrides += calendar.path("overrides").asLong();
      }
      cursor = page.has("next") ? "&cursor=" + ApiClient.encoded(page.get("next").asText()) : "";
    } while (!cursor.isEmpty());
    return new Totals(calendars, events, overrides);
  }

  private static void print(JsonNode status, Totals totals, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "%s is %s: %d calendars, %d events, %d overrides%n",
        status.path("node").asText(),
        status.path("ready").asBoolean() ? "ready" : "not ready",
        totals.calendars(),
        totals.events(),
        totals.overrides());
    out.printf(
        Locale.ROOT, "%-9s %9s  %-8s %12s %8s%n", "index", "partition", "here as", "offset", "lag");
    for (JsonNode held : status.path("held")) {
      out.printf(
          Locale.ROOT,
          "%-9s %9d  %-8s %12d %8d%n",
          held.path("index").asText(),
          held.path("partition").asInt(),
          held.path("active").asBoolean() ? "active" : "standby",
          held.path("appliedOffset").asLong(),
          held.path("lag").asLong());
    }
    for (JsonNode owner : status.path("owners")) {
      if (!owner.path("owner").asText("").equals(status.path("node").asText())) {
        out.printf(
            Locale.ROOT,
            "%-9s %9d  at %s%n",
            owner.path("index").asText(),
            owner.path("partition").asInt(),
            owner.path("owner").asText("nobody"));
      }
    }
  }
}
