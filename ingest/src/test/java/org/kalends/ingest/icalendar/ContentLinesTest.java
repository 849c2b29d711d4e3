package org.kalends.ingest.icalendar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

final class ContentLinesTest {
  record Line(String text, int number, long start, long end) {}

  @Property
  void shouldUnfoldWhereverAByteIsFolded(@ForAll("texts") List<String> texts, @ForAll long seed)
      throws IOException {
    Random random = new Random(seed);
    ByteArrayOutputStream folded = new ByteArrayOutputStream();
    List<Integer> numbers = new ArrayList<>();
    int number = 1;
    for (String text : texts) {
      numbers.add(number);
      for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
        folded.write(octet);
        if (random.nextInt(5) == 0) {
          number += writeLineEnd(folded, random);
          folded.write(random.nextBoolean() ? ' ' : '\t');
        }
      }
      number += writeLineEnd(folded, random);
    }

    List<Line> lines = linesOf(folded.toByteArray());

    assertThat(lines).extracting(Line::text).isEqualTo(texts);
    assertThat(lines).extracting(Line::number).isEqualTo(numbers);
  }

  @Property(tries = 100)
  void shouldTellWhereALineStands(@ForAll("texts") List<String> texts) throws IOException {
    byte[] whole = (String.join("\r\n ", texts) + "\r\n").getBytes(StandardCharsets.UTF_8);
    byte[] twice =
        (new String(whole, StandardCharsets.UTF_8) + "X:1\n").getBytes(StandardCharsets.UTF_8);

    List<Line> lines = linesOf(twice);

    assertThat(lines).hasSize(2);
    assertThat(lines.get(0).end()).isEqualTo(whole.length);
    assertThat(lines.get(1).start()).isEqualTo(whole.length);
  }

  /** One or more line ends of some kind; returns how many. */
  private static int writeLineEnd(ByteArrayOutputStream out, Random random) {
    int count = random.nextInt(4) == 0 ? 2 : 1;
    String end = random.nextBoolean() ? "\r\n" : "\n";
    for (int i = 0; i < count; i++) {
      out.writeBytes(end.getBytes(StandardCharsets.US_ASCII));
    }
    return count;
  }

  @Test
  void shouldEndALineWithCarriageReturnAlone() throws IOException {
    assertThat(linesOf("A:1\rB:2".getBytes(StandardCharsets.UTF_8)))
        .extracting(Line::text)
        .containsExactly("A:1", "B:2");
  }

  @Test
  void shouldRefuseBytesThatAreNoUtf8() throws IOException {
    byte[] latin = "SUMMARY:Caf\u00e9".getBytes(StandardCharsets.ISO_8859_1);
    ContentLines lines = new ContentLines(new ByteArrayInputStream(latin), 1);
    lines.next();

    assertThatThrownBy(lines::text).isInstanceOf(CharacterCodingException.class);
  }

  @Test
  void shouldTakeALineOfExactlyTheLimit() throws IOException {
    ContentLines lines = linesOfLength(ContentLines.MAX_LINE_BYTES);

    assertThat(lines.isTooLong()).isFalse();
    assertThat(lines.text()).hasSize(ContentLines.MAX_LINE_BYTES);
  }

  @Test
  void shouldCutALineAboveTheLimitAndGoOnBehindIt() throws IOException {
    ContentLines lines = linesOfLength(ContentLines.MAX_LINE_BYTES + 1);

    assertThat(lines.isTooLong()).isTrue();
    assertThat(lines.next()).isTrue();
    assertThat(lines.text()).isEqualTo("X:1");
  }

  @Test
  void shouldDecodeALineThatIsCutWithinACharacter() throws IOException {
    String text = "S" + "é".repeat(ContentLines.MAX_LINE_BYTES);
    ContentLines lines =
        new ContentLines(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), 1);
    lines.next();

    assertThat(lines.text()).startsWith("Séé").doesNotContain("\uFFFD");
  }

  @Provide
  Arbitrary<List<String>> texts() {
    return Arbitraries.strings()
        .withChars('A', ':', ' ', 'é', '語', '\t')
        .ofMinLength(0)
        .ofMaxLength(40)
        .map(text -> "A" + text)
        .list()
        .ofMinSize(1)
        .ofMaxSize(8);
  }

  private static ContentLines linesOfLength(int length) throws IOException {
    String text = "S".repeat(length) + "\r\nX:1\r\n";
    ContentLines lines =
        new ContentLines(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), 1);
    lines.next();
    return lines;
  }

  private static List<Line> linesOf(byte[] bytes) throws IOException {
    ContentLines lines = new ContentLines(new ByteArrayInputStream(bytes), 1);
    List<Line> found = new ArrayList<>();
    while (lines.next()) {
      found.add(new Line(lines.text(), lines.lineNumber(), lines.startOffset(), lines.endOffset()));
    }
    return found;
  }
}
