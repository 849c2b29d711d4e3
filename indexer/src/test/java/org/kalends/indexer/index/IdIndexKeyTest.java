package org.kalends.indexer.index;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import org.junit.jupiter.api.Test;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;

@Domain(IndexDomain.class)
class IdIndexKeyTest {
  private static final Comparator<IdIndexKey> LOGICAL_ORDER =
      Comparator.<IdIndexKey>comparingInt(key -> key.calendar().value().length())
          .thenComparing(key -> key.calendar().value())
          .thenComparing(key -> key.uid().value().getBytes(UTF_8), Arrays::compareUnsigned);

  @Property
  void shouldSortAsItsParts(
      @ForAll CalendarId calendar1,
      @ForAll CalendarId calendar2,
      @ForAll EventUid uid1,
      @ForAll EventUid uid2) {
    IdIndexKey one = new IdIndexKey(calendar1, uid1);
    for (CalendarId calendar : new CalendarId[] {calendar1, calendar2}) {
      IdIndexKey other = new IdIndexKey(calendar, uid2);
      assertThat(Integer.signum(Arrays.compareUnsigned(one.encode(), other.encode())))
          .isEqualTo(Integer.signum(LOGICAL_ORDER.compare(one, other)));
    }
  }

  @Property
  void shouldBeReadBack(@ForAll CalendarId calendar, @ForAll EventUid uid) {
    IdIndexKey key = new IdIndexKey(calendar, uid);

    assertThat(IdIndexKey.decode(key.encode())).isEqualTo(key);
  }

  @Property
  void shouldRangeOverOneCalendar(
      @ForAll CalendarId calendar, @ForAll CalendarId other, @ForAll EventUid uid) {
    byte[] key = new IdIndexKey(other, uid).encode();

    assertThat(contains(IdIndexKey.rows(calendar), key)).isEqualTo(calendar.equals(other));
  }

  @Property
  void shouldRangeOverTheUidsBehindOne(
      @ForAll CalendarId calendar, @ForAll EventUid after, @ForAll EventUid uid) {
    boolean behind =
        Arrays.compareUnsigned(uid.value().getBytes(UTF_8), after.value().getBytes(UTF_8)) > 0;

    assertThat(
            contains(IdIndexKey.rowsAfter(calendar, after), new IdIndexKey(calendar, uid).encode()))
        .isEqualTo(behind);
  }

  @Test
  void shouldKeepItsLayout() {
    assertThat(
            HexFormat.of()
                .formatHex(new IdIndexKey(new CalendarId("team"), new EventUid("u1")).encode()))
        .isEqualTo("04" + "7465616d" + "7531");
  }

  private static boolean contains(KeyRange range, byte[] key) {
    return Arrays.compareUnsigned(range.from(), key) <= 0
        && Arrays.compareUnsigned(key, range.to()) < 0;
  }
}
