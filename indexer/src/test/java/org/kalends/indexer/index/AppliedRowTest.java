package org.kalends.indexer.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class AppliedRowTest {
  @Property
  void shouldBeReadBack(@ForAll long value) {
    assertThat(AppliedRow.decode(new AppliedRow(value).encode())).isEqualTo(new AppliedRow(value));
  }

  @Test
  void shouldReadVersion1() {
    assertThat(AppliedRow.decode(HexFormat.of().parseHex("010000000000000102")))
        .isEqualTo(new AppliedRow(258));
  }

  @Test
  void shouldNameAVersionItDoesNotKnowAndWhatToDo() {
    assertThatThrownBy(() -> AppliedRow.decode(new byte[] {2, 0, 0, 0, 0, 0, 0, 0, 0}))
        .isInstanceOf(UnknownFormatException.class)
        .hasMessageContaining("row=applied")
        .hasMessageContaining("version=2")
        .hasMessageContaining("newestKnown=1")
        .hasMessageContaining("kalends reindex");
  }

  @Test
  void shouldNameTheVersionOfEmptyBytes() {
    assertThatThrownBy(() -> AppliedRow.decode(new byte[0]))
        .isInstanceOf(UnknownFormatException.class)
        .hasMessageContaining("version=0");
  }
}
