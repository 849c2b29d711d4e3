package org.kalends.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PartitioningTest {
  /** Values of Kafka's own murmur2 for these keys, from its unit tests. */
  @ParameterizedTest
  @CsvSource({
    "21, -973932308",
    "foobar, -790332482",
    "a-little-bit-long-string, -985981536",
    "a-little-bit-longer-string, -1486304829",
    "lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8, -58897971",
    "abc, 479470107"
  })
  void shouldHashAsKafkaDoes(String key, int hash) {
    assertThat(Partitioning.murmur2(key.getBytes(StandardCharsets.UTF_8))).isEqualTo(hash);
  }

  @Property
  void shouldStayWithinThePartitions(
      @ForAll @AlphaChars @StringLength(min = 1, max = 40) String name,
      @ForAll @IntRange(min = 1, max = 100) int partitions) {
    assertThat(Partitioning.partitionOf(new CalendarId(name), partitions))
        .isBetween(0, partitions - 1);
  }
}
