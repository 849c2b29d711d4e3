package org.kalends.indexer.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;
import org.junit.jupiter.api.Test;
import org.kalends.indexer.recurrence.EventSpan;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;

@Domain(IndexDomain.class)
@Domain(DomainContext.Global.class)
class CalendarRowTest {
  private static final EventUid UID = new EventUid("u1");
  private static final String ETAG = "00112233445566778899aabbccddeeff";

  @Property
  void shouldBeReadBack(
      @ForAll CalendarRow.State state,
      @ForAll long seq,
      @ForAll long events,
      @ForAll long overrides,
      @ForAll long oldest,
      @ForAll long newest,
      @ForAll long checksum) {
    CalendarRow row = new CalendarRow(state, seq, events, overrides, oldest, newest, checksum);

    assertThat(CalendarRow.decode(row.encode())).isEqualTo(row);
  }

  @Property
  void shouldReadItsKeyBack(@ForAll CalendarId calendar) {
    assertThat(CalendarRow.calendarOf(CalendarRow.key(calendar))).isEqualTo(calendar);
  }

  @Property
  void shouldHaveOneChecksumWhateverTheOrder(@ForAll Random random) {
    List<Integer> numbers = new java.util.ArrayList<>(IntStream.range(0, 20).boxed().toList());
    CalendarRow inOrder = withEvents(numbers);
    Collections.shuffle(numbers, random);

    assertThat(withEvents(numbers)).isEqualTo(inOrder);
  }

  private static CalendarRow withEvents(List<Integer> numbers) {
    CalendarRow row = CalendarRow.NEW;
    for (int number : numbers) {
      row = row.plus(new EventUid("u" + number), ETAG, number, new EventSpan(number, number + 1));
    }
    return row;
  }

  @Test
  void shouldCountBackWhatGoes() {
    CalendarRow one = CalendarRow.NEW.plus(UID, ETAG, 2, new EventSpan(10, 20));

    CalendarRow two = one.plus(new EventUid("u2"), ETAG, 3, new EventSpan(5, 30));
    CalendarRow back = two.minus(new EventUid("u2"), ETAG, 3);

    assertThat(two.events()).isEqualTo(2);
    assertThat(two.overrides()).isEqualTo(5);
    assertThat(two.oldestMillis()).isEqualTo(5);
    assertThat(two.newestMillis()).isEqualTo(30);
    assertThat(back.events()).isEqualTo(1);
    assertThat(back.overrides()).isEqualTo(2);
    assertThat(back.checksum()).isEqualTo(one.checksum());
  }

  @Test
  void shouldTellContentsApartByChecksum() {
    EventSpan span = new EventSpan(0, 1);
    long checksum = CalendarRow.NEW.plus(UID, ETAG, 0, span).checksum();

    assertThat(CalendarRow.NEW.plus(new EventUid("u2"), ETAG, 0, span).checksum())
        .isNotEqualTo(checksum);
    assertThat(CalendarRow.NEW.plus(UID, ETAG.replace("00", "01"), 0, span).checksum())
        .isNotEqualTo(checksum);
  }

  @Test
  void shouldReadVersion1() {
    byte[] row =
        HexFormat.of()
            .parseHex(
                "01"
                    + "02"
                    + "0000000000000007"
                    + "0000000000000003"
                    + "0000000000000002"
                    + "fffffffffffffff6"
                    + "0000000000000014"
                    + "0123456789abcdef");

    assertThat(CalendarRow.decode(row))
        .isEqualTo(
            new CalendarRow(CalendarRow.State.DELETING, 7, 3, 2, -10, 20, 0x0123456789abcdefL));
  }

  @Test
  void shouldNameAVersionItDoesNotKnow() {
    byte[] row = CalendarRow.NEW.encode();
    row[0] = 9;

    assertThatThrownBy(() -> CalendarRow.decode(row))
        .isInstanceOf(UnknownFormatException.class)
        .hasMessageContaining("row=calendars")
        .hasMessageContaining("version=9");
  }
}
