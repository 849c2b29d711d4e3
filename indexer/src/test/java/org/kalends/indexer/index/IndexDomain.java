package org.kalends.indexer.index;

import java.time.Instant;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Provide;
import net.jqwik.api.domains.DomainContextBase;
import org.kalends.indexer.recurrence.EventSpan;
import org.kalends.schemas.AttendeeAddress;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;
import org.kalends.schemas.TimeRange;

/** Names and times as they come, with those more often that keys could confuse. */
final class IndexDomain extends DomainContextBase {
  static final long FIRST_MILLIS = Instant.parse("0001-01-01T00:00:00Z").toEpochMilli();
  static final long LAST_MILLIS = Instant.parse("9999-12-31T23:59:59Z").toEpochMilli();

  @Provide
  Arbitrary<CalendarId> calendars() {
    return Arbitraries.oneOf(
            Arbitraries.of("a", "b", "aa", "ab", "team", "team2", "team.x"),
            Arbitraries.strings().withChars("abzAZ09._@~-").ofMinLength(1).ofMaxLength(128))
        // a step of a path is no name
        .filter(name -> !name.equals(".") && !name.equals(".."))
        .map(CalendarId::new);
  }

  @Provide
  Arbitrary<EventUid> uids() {
    return Arbitraries.oneOf(
            Arbitraries.of("u", "uu", "u1", "u\u0000", "\u007f", "é", "\uffff", "\ud83d\udcc5"),
            Arbitraries.strings()
                .withCharRange(' ', '\ud7ff')
                .ofMinLength(1)
                .ofMaxLength(EventUid.MAX_BYTES / 3))
        .map(EventUid::new);
  }

  @Provide
  Arbitrary<AttendeeAddress> attendees() {
    return Arbitraries.oneOf(
            Arbitraries.of("a@b", "a@bc", "ann@example.org", "ann@example.org.uk", "žofie@example"),
            Arbitraries.strings()
                .withCharRange('a', 'z')
                .withChars("@.-éж漢")
                .ofMinLength(1)
                .ofMaxLength(AttendeeAddress.MAX_LENGTH))
        .map(AttendeeAddress::of);
  }

  @Provide
  Arbitrary<EventSpan> spans() {
    Arbitrary<Long> starts = times();
    Arbitrary<Long> lengths =
        Arbitraries.oneOf(
            Arbitraries.of(SpanBand.values())
                .filter(band -> band.maxLengthMillis() < Long.MAX_VALUE)
                .flatMap(
                    band ->
                        Arbitraries.longs()
                            .between(band.maxLengthMillis() - 1, band.maxLengthMillis() + 1)),
            Arbitraries.just(0L),
            Arbitraries.longs().between(0, SpanBand.DECADE.maxLengthMillis() * 3));
    Arbitrary<EventSpan> finite =
        Combinators.combine(starts, lengths)
            .as((start, length) -> new EventSpan(start, start + length));
    return Arbitraries.frequencyOf(
        net.jqwik.api.Tuple.of(9, finite),
        net.jqwik.api.Tuple.of(1, starts.map(start -> new EventSpan(start, EventSpan.UNBOUNDED))));
  }

  @Provide
  Arbitrary<TimeRange> windows() {
    return Combinators.combine(
            times(),
            Arbitraries.oneOf(
                Arbitraries.longs().between(1, 1_000),
                Arbitraries.longs().between(1, SpanBand.YEAR.maxLengthMillis())))
        .as((from, length) -> TimeRange.ofMillis(from, from + length));
  }

  private static Arbitrary<Long> times() {
    long year = SpanBand.YEAR.maxLengthMillis();
    return Arbitraries.oneOf(
        Arbitraries.longs().between(-100, 100),
        Arbitraries.longs().between(-year, year),
        Arbitraries.longs().between(FIRST_MILLIS, LAST_MILLIS));
  }
}
