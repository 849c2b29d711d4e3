package org.kalends.ingest.icalendar;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.kalends.schemas.avro.Event;

/**
 * Real files with bytes and lines changed at random: never anything but events and named faults.
 */
final class MutatedTextTest {
  private static final List<String> FILES =
      List.of("lotr.ics", "google_aus_holidays.ics", "Packers.ics", "Earth32Seasons.ics");
  private static final byte[] NOISE =
      "\r\n ;:,=\"\\TZ-+019BEGIN:VEVENT".getBytes(StandardCharsets.US_ASCII);

  @Property(tries = 300)
  void shouldReadOrRefuseWithALine(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    byte[] text = mutated(bytesOf(FILES.get(random.nextInt(FILES.size()))), random);
    try {
      Reading reading = Reading.of(text);

      for (var refused : reading.refused()) {
        assertThat(refused.fault().line()).isPositive();
        assertThat(refused.fault().detail()).isNotBlank();
        assertThat(refused.fault().rule()).isNotBlank();
      }
      for (Event event : reading.events()) {
        assertThat(Reading.of(event.getText()).event()).isEqualTo(event);
      }
    } catch (CalendarFaultException whole) {
      assertThat(whole.fault().line()).isPositive();
      assertThat(whole.fault().detail()).isNotBlank();
    }
  }

  private static byte[] mutated(byte[] text, Random random) {
    byte[] mutated = text.clone();
    int changes = 1 + random.nextInt(20);
    for (int i = 0; i < changes; i++) {
      int at = random.nextInt(mutated.length);
      if (random.nextBoolean()) {
        mutated[at] = NOISE[random.nextInt(NOISE.length)];
      } else {
        int from = random.nextInt(mutated.length);
        int length = Math.min(random.nextInt(80), mutated.length - Math.max(at, from));
        System.arraycopy(mutated, from, mutated, at, length);
      }
    }
    return mutated;
  }

  private static byte[] bytesOf(String file) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(MutatedTextTest.class.getResourceAsStream("real/" + file))) {
      return in.readAllBytes();
    }
  }
}
