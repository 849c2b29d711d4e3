package org.kalends.deploy.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** A node lists a part of what it rejects and tolerates, and counts all. */
class ImportReportTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String ANSWER =
      """
      {"created": 5, "updated": 1, "unchanged": 2, "seconds": 1.5,
       "rejectedCount": 3, "rejected": [{"uid": "u", "line": 7, "why": "no DTSTART"}, {"why": "b"}],
       "toleratedCount": 1500, "tolerated": [{"line": 1}]}""";

  private final ImportReport report = new ImportReport(1);

  @Test
  void shouldCountWhatIsNotListed() throws IOException {
    report.add(Path.of("a.ics"), "a", JSON.readTree(ANSWER));
    report.addRefused(Path.of("b.ics"), "b", "not iCalendar");

    assertThat(report.anythingRejected()).isTrue();
    assertThat(printed())
        .containsExactly(
            "rejected a.ics:7: no DTSTART (uid u)",
            "… and 3 more; --json lists the first of each file",
            "2 files: 5 created, 1 updated, 2 unchanged, 4 rejected, 1500 oddities tolerated, in 1.5 s");
    assertThat(report.asJson(JSON).get("rejectedCount").asLong()).isEqualTo(4);
    assertThat(report.asJson(JSON).get("rejected")).hasSize(3);
  }

  @Test
  void shouldSayThatAllAreListedWhereTheyAre() {
    report.addRefused(Path.of("a.ics"), "a", "not iCalendar");
    report.addRefused(Path.of("b.ics"), "b", "not iCalendar");

    assertThat(printed()).contains("… and 1 more; --json lists them all");
  }

  private String[] printed() {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    report.print(out);
    out.flush();
    return text.toString().lines().toArray(String[]::new);
  }
}
