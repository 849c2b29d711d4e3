package org.kalends.indexer.index;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.kalends.schemas.avro.EventStatus;
import org.kalends.schemas.avro.ParticipationStatus;
import org.kalends.schemas.avro.TimeForm;
import org.kalends.schemas.avro.Transparency;

/**
 * The codes that stand for the values of an enum in stored rows: 1 for the first of the list, and
 * so on. A list only grows at its end, whatever becomes of the enum's own order.
 */
final class EnumCodes<E extends Enum<E>> {
  static final EnumCodes<TimeForm> TIME_FORM =
      new EnumCodes<>(
          TimeForm.class, List.of(TimeForm.DATE, TimeForm.FLOATING, TimeForm.UTC, TimeForm.ZONED));

  static final EnumCodes<EventStatus> STATUS =
      new EnumCodes<>(
          EventStatus.class,
          List.of(
              EventStatus.NONE,
              EventStatus.TENTATIVE,
              EventStatus.CONFIRMED,
              EventStatus.CANCELLED));

  static final EnumCodes<Transparency> TRANSPARENCY =
      new EnumCodes<>(Transparency.class, List.of(Transparency.OPAQUE, Transparency.TRANSPARENT));

  static final EnumCodes<ParticipationStatus> PARTICIPATION =
      new EnumCodes<>(
          ParticipationStatus.class,
          List.of(
              ParticipationStatus.NEEDS_ACTION,
              ParticipationStatus.ACCEPTED,
              ParticipationStatus.DECLINED,
              ParticipationStatus.TENTATIVE,
              ParticipationStatus.DELEGATED,
              ParticipationStatus.OTHER));

  private final List<E> values;
  private final Map<E, Integer> codes;

  private EnumCodes(Class<E> type, List<E> values) {
    this.values = values;
    this.codes = new EnumMap<>(type);
    for (E value : values) {
      codes.put(value, codes.size() + 1);
    }
  }

  /**
   * @throws IllegalArgumentException when the value has no code
   */
  int code(E value) {
    Integer code = codes.get(value);
    if (code == null) {
      throw new IllegalArgumentException("No code is given to this value; value=" + value);
    }
    return code;
  }

  /**
   * @throws IndexOutOfBoundsException when no value has this code
   */
  E value(int code) {
    return values.get(code - 1);
  }
}
