package org.kalends.query.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Base64;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kalends.schemas.http.ProblemException;
import org.kalends.schemas.http.ProblemType;

class CursorTest {
  @Property
  void shouldComeBackAsItWas(
      @ForAll("keys") PageKey key, @ForAll long query, @ForAll long position) {
    Cursor cursor = new Cursor(query, position, key);

    assertThat(Cursor.of(cursor.encode(), query)).isEqualTo(cursor);
  }

  @Property
  void shouldBeRefusedOnceABitIsOther(@ForAll("keys") PageKey key, @ForAll int bit) {
    byte[] bytes = Base64.getUrlDecoder().decode(new Cursor(1, 2, key).encode());
    int at = Math.floorMod(bit, bytes.length * Byte.SIZE);
    bytes[at / Byte.SIZE] ^= (byte) (1 << at % Byte.SIZE);
    String other = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);

    assertThatThrownBy(() -> Cursor.of(other, 1)).isInstanceOf(ProblemException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "zzz", "not base64!", "AQ", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"})
  void shouldRefuseWhatIsNoCursor(String text) {
    assertThatThrownBy(() -> Cursor.of(text, 1))
        .asInstanceOf(InstanceOfAssertFactories.type(ProblemException.class))
        .extracting(e -> e.problem().type())
        .isEqualTo(ProblemType.INVALID_CURSOR);
  }

  @Test
  void shouldSayThatItIsOfAnotherQuery() {
    String cursor = new Cursor(1, 2, new PageKey.Name("x")).encode();

    assertThatThrownBy(() -> Cursor.of(cursor, 3)).hasMessageContaining("another query");
  }

  @Test
  void shouldBeMissingOnTheFirstPage() {
    assertThat(Cursor.of(null, 1)).isNull();
  }

  @Provide
  Arbitrary<PageKey> keys() {
    Arbitrary<PageKey> occurrences =
        Combinators.combine(
                Arbitraries.longs(),
                Arbitraries.longs(),
                Arbitraries.strings().ofMaxLength(60),
                Arbitraries.strings().alpha().ofMaxLength(20),
                Arbitraries.longs())
            .as(OccurrenceKey::new);
    Arbitrary<PageKey> names = Arbitraries.strings().ofMaxLength(60).map(PageKey.Name::new);
    return Arbitraries.oneOf(occurrences, names);
  }
}
