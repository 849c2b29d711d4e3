package org.kalends.indexer.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.kalends.schemas.avro.EventStatus;
import org.kalends.schemas.avro.ParticipationStatus;
import org.kalends.schemas.avro.TimeForm;
import org.kalends.schemas.avro.Transparency;

class EnumCodesTest {
  @Test
  void shouldKeepACodeForEachValue() {
    assertCodes(
        EnumCodes.TIME_FORM,
        List.of(TimeForm.DATE, TimeForm.FLOATING, TimeForm.UTC, TimeForm.ZONED));
    assertCodes(
        EnumCodes.STATUS,
        List.of(
            EventStatus.NONE, EventStatus.TENTATIVE, EventStatus.CONFIRMED, EventStatus.CANCELLED));
    assertCodes(EnumCodes.TRANSPARENCY, List.of(Transparency.OPAQUE, Transparency.TRANSPARENT));
    assertCodes(
        EnumCodes.PARTICIPATION,
        List.of(
            ParticipationStatus.NEEDS_ACTION,
            ParticipationStatus.ACCEPTED,
            ParticipationStatus.DECLINED,
            ParticipationStatus.TENTATIVE,
            ParticipationStatus.DELEGATED,
            ParticipationStatus.OTHER));
  }

  private static <E extends Enum<E>> void assertCodes(EnumCodes<E> codes, List<E> inOrder) {
    assertThat(inOrder)
        .containsExactlyInAnyOrder(inOrder.getFirst().getDeclaringClass().getEnumConstants());
    for (int i = 0; i < inOrder.size(); i++) {
      assertThat(codes.code(inOrder.get(i))).isEqualTo(i + 1);
      assertThat(codes.value(i + 1)).isEqualTo(inOrder.get(i));
    }
  }
}
