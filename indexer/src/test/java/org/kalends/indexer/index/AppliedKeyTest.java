package org.kalends.indexer.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HexFormat;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;
import org.junit.jupiter.api.Test;

@Domain(IndexDomain.class)
@Domain(DomainContext.Global.class)
class AppliedKeyTest {
  @Property
  void shouldBeReadBack(@ForAll @IntRange(min = 0) int partition) {
    AppliedKey key = new AppliedKey.InputPartition(partition);

    assertThat(AppliedKey.decode(key.encode())).isEqualTo(key);
  }

  @Property
  void shouldSortPartitionsByNumber(
      @ForAll @IntRange(min = 0) int one, @ForAll @IntRange(min = 0) int other) {
    assertThat(
            Integer.signum(
                Arrays.compareUnsigned(
                    new AppliedKey.InputPartition(one).encode(),
                    new AppliedKey.InputPartition(other).encode())))
        .isEqualTo(Integer.compare(one, other));
  }

  @Test
  void shouldKeepItsLayout() {
    HexFormat hex = HexFormat.of();
    assertThat(hex.formatHex(new AppliedKey.InputPartition(258).encode())).isEqualTo("0100000102");
  }

  @Test
  void shouldRefuseKindsItDoesNotKnow() {
    assertThatThrownBy(() -> AppliedKey.decode(new byte[] {9}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("code=9");
  }
}
