package org.kalends.indexer.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kalends.indexer.recurrence.EventSpan;

class SpanBandTest {
  private static final long DAY = 86_400_000;

  @ParameterizedTest
  @CsvSource({"DAY,1", "WEEK,8", "MONTH,32", "YEAR,366", "DECADE,3653"})
  void shouldTakeSpansUpToItsLongest(SpanBand band, int days) {
    assertThat(SpanBand.of(new EventSpan(7, 7 + days * DAY))).isEqualTo(band);
    assertThat(SpanBand.of(new EventSpan(7, 8 + days * DAY)))
        .isEqualTo(SpanBand.ofCode(band.code() + 1));
  }

  @Test
  void shouldFileZeroLengthWithTheShortest() {
    assertThat(SpanBand.of(new EventSpan(7, 7))).isEqualTo(SpanBand.DAY);
  }

  @Test
  void shouldFileEndlessSpansApartFromLongOnes() {
    assertThat(SpanBand.of(new EventSpan(0, EventSpan.UNBOUNDED))).isEqualTo(SpanBand.UNBOUNDED);
    assertThat(SpanBand.of(new EventSpan(0, EventSpan.UNBOUNDED - 1))).isEqualTo(SpanBand.LONGER);
  }

  @Test
  void shouldFileSpansTooLongToCountWithTheLongest() {
    assertThat(SpanBand.of(new EventSpan(Long.MIN_VALUE, 1))).isEqualTo(SpanBand.LONGER);
  }

  @Test
  void shouldKeepItsCodes() {
    assertThat(SpanBand.values())
        .extracting(SpanBand::code)
        .containsExactly((byte) 1, (byte) 2, (byte) 3, (byte) 4, (byte) 5, (byte) 6, (byte) 7);
  }

  @Test
  void shouldFindEachByItsCode() {
    assertThat(SpanBand.values())
        .allSatisfy(b -> assertThat(SpanBand.ofCode(b.code())).isSameAs(b));
  }

  @ParameterizedTest
  @CsvSource({"0", "8", "-1"})
  void shouldRefuseCodesOfNoBand(int code) {
    assertThatThrownBy(() -> SpanBand.ofCode(code))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("code=" + code);
  }

  @Property
  @Domain(IndexDomain.class)
  void shouldNeverHoldSpansLongerThanItsLongest(@ForAll EventSpan span) {
    SpanBand band = SpanBand.of(span);

    assertThat(span.unbounded() || span.endMillis() - span.startMillis() <= band.maxLengthMillis())
        .isTrue();
  }
}
