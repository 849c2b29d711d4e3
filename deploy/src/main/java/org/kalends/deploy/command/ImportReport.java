package org.kalends.deploy.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What became of several imported files together. */
final class ImportReport {
  /** Something that was not taken. */
  private record Rejected(Path file, String calendar, String uid, int line, String why) {}

  private final int rejectionsShown;
  private final List<Rejected> rejected = new ArrayList<>();
  private long files;
  private long created;
  private long updated;
  private long unchanged;
  private long tolerated;
  private long rejectedInAll;
  private double seconds;

  /**
   * @param rejectionsShown how many rejections {@link #print} shows in full
   */
  ImportReport(int rejectionsShown) {
    this.rejectionsShown = rejectionsShown;
  }

  void add(Path file, String calendar, JsonNode answer) {
    files++;
    created += answer.path("created").asLong();
    updated += answer.path("updated").asLong();
    unchanged += answer.path("unchanged").asLong();
    tolerated += answer.path("toleratedCount").asLong();
    rejectedInAll += answer.path("rejectedCount").asLong();
    seconds += answer.path("seconds").asDouble();
    for (JsonNode each : answer.path("rejected")) {
      rejected.add(
          new Rejected(
              file,
              calendar,
              each.path("uid").asText(""),
              each.path("line").asInt(),
              each.path("why").asText()));
    }
  }

  /** A file that was refused as a whole. */
  void addRefused(Path file, String calendar, String why) {
    files++;
    rejectedInAll++;
    rejected.add(new Rejected(file, calendar, "", 0, why));
  }

  boolean anythingRejected() {
    return rejectedInAll > 0;
  }

  void print(PrintWriter out) {
    int shown = Math.min(rejectionsShown, rejected.size());
    for (Rejected each : rejected.subList(0, shown)) {
      String line = each.line() == 0 ? "" : ":" + each.line();
      String uid = each.uid().isEmpty() ? "" : " (uid " + each.uid() + ")";
      out.println("rejected " + each.file() + line + ": " + each.why() + uid);
    }
    if (rejectedInAll > shown) {
      out.println(
          "… and "
              + (rejectedInAll - shown)
              + " more; --json lists "
              + (rejected.size() == rejectedInAll ? "them all" : "the first of each file"));
    }
    out.printf(
        Locale.ROOT,
        "%d files: %d created, %d updated, %d unchanged, %d rejected, %d oddities tolerated, in %.1f s%n",
        files,
        created,
        updated,
        unchanged,
        rejectedInAll,
        tolerated,
        seconds);
  }

  ObjectNode asJson(ObjectMapper mapper) {
    ObjectNode json = mapper.createObjectNode();
    json.put("files", files)
        .put("created", created)
        .put("updated", updated)
        .put("unchanged", unchanged)
        .put("rejectedCount", rejectedInAll);
    ArrayNode list = json.putArray("rejected");
    for (Rejected each : rejected) {
      list.addObject()
          .put("file", each.file().toString())
          .put("calendar", each.calendar())
          .put("uid", each.uid())
          .put("line", each.line())
          .put("why", each.why());
    }
    return json.put("tolerated", tolerated).put("seconds", seconds);
  }
}
