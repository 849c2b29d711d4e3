package org.kalends.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConsistencyTokenTest {
  private static final CalendarId TEAM = new CalendarId("team");

  @Property
  void shouldReadWhatItWrites(
      @ForAll @LongRange(min = 0) long seq,
      @ForAll @Size(max = 30)
          Map<@IntRange(max = 1_000) Integer, @LongRange(min = 0) Long> partitions) {
    ConsistencyToken token = new ConsistencyToken(TEAM, seq, new TreeMap<>(partitions));

    assertThat(ConsistencyToken.decode(token.encode())).isEqualTo(token);
  }

  @Test
  void shouldAskForAllThatEitherAsksFor() {
    ConsistencyToken one = new ConsistencyToken(TEAM, 5, new TreeMap<>(Map.of(1, 5L, 2, 3L)));
    ConsistencyToken other = new ConsistencyToken(TEAM, 7, new TreeMap<>(Map.of(2, 7L, 3, 6L)));

    assertThat(one.and(other))
        .isEqualTo(new ConsistencyToken(TEAM, 7, new TreeMap<>(Map.of(1, 5L, 2, 7L, 3, 6L))))
        .isEqualTo(other.and(one));
  }

  @Test
  void shouldNotJoinTokensOfTwoCalendars() {
    ConsistencyToken other = new ConsistencyToken(new CalendarId("other"), 1, new TreeMap<>());

    assertThatThrownBy(() -> new ConsistencyToken(TEAM, 1, new TreeMap<>()).and(other))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "AgR0ZWFtBQA",
        "AQR0ZWFtBQ",
        "AQR0ZWFtBQAA",
        "AX90ZWFtBQA",
        "!!!",
        "AQR0ZWFt__________8A"
      })
  void shouldRefuseWhatIsNoToken(String text) {
    assertThatThrownBy(() -> ConsistencyToken.decode(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("token=" + text);
  }
}
