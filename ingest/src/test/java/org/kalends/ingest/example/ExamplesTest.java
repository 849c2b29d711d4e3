package org.kalends.ingest.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.kalends.ingest.KalendsProducer;
import org.kalends.ingest.SingleWriter;
import org.kalends.schemas.RecordCodec;
import org.kalends.schemas.avro.CalendarChange;
import org.kalends.schemas.avro.ChangeAction;

/** What the module's README shows compiles, runs, and says what it says there. */
class ExamplesTest {
  private static final Pattern CODE = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
  private static final Path SOURCES = Path.of("src/test/java/org/kalends/ingest/example");

  @Test
  void shouldRunTheProducerExample() {
    SingleWriter writer = new SingleWriter();
    List<String> said;
    try (KalendsProducer producer =
        new KalendsProducer(writer, KalendsProducer.Settings.DEFAULTS)) {
      said = ProducerExample.run(producer);
    }

    assertThat(said.subList(0, 2)).containsExactly("standup@example.org: CREATED", "30 lunches");
    assertThat(said.get(2)).startsWith("Kalends-After: ");
    assertThat(writer.uids("team")).hasSize(30);
  }

  @Test
  void shouldMakeARecordThatIsReadable() throws IOException {
    CalendarChange set =
        RecordCodec.calendarChanges().decode(PlainProducerExample.deletion("team", "u1").value());

    assertThat(set.getCalendar()).isEqualTo("team");
    assertThat(set.getChanges().getFirst().getAction()).isEqualTo(ChangeAction.DELETE);
    assertThat(set.getChanges().getFirst().getUid()).isEqualTo("u1");
  }

  @Test
  void shouldShowTheExamplesAsTheyAre() throws IOException {
    String readme = Files.readString(Path.of("README.md"));
    Matcher code = CODE.matcher(readme);
    for (String example : List.of("ProducerExample.java", "PlainProducerExample.java")) {
      assertThat(code.find()).isTrue();
      assertThat(code.group(1))
          .as("ingest/README.md and %s", example)
          .isEqualTo(Files.readString(SOURCES.resolve(example)));
    }
  }
}
