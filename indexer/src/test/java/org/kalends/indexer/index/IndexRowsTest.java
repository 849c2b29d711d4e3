package org.kalends.indexer.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.kalends.indexer.recurrence.EventSpan;
import org.kalends.schemas.AttendeeAddress;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;
import org.kalends.schemas.avro.Attendee;
import org.kalends.schemas.avro.CalendarTime;
import org.kalends.schemas.avro.Component;
import org.kalends.schemas.avro.Event;
import org.kalends.schemas.avro.EventOverride;
import org.kalends.schemas.avro.ParticipationStatus;
import org.kalends.schemas.avro.SubjectEntry;
import org.kalends.schemas.avro.TimeForm;
import org.kalends.schemas.event.EventLimits;

@Domain(DomainContext.Global.class)
class IndexRowsTest {
  private static final CalendarId TEAM = new CalendarId("team");
  private static final EventSpan SPAN = new EventSpan(0, 3_600_000);

  /** What a writer is told: an event's new state and span, or that it goes. */
  record Change(String uid, @Nullable Event event, EventSpan span) {}

  @Provide
  Arbitrary<List<Change>> changes() {
    Arbitrary<EventSpan> spans =
        Arbitraries.of(SPAN, new EventSpan(0, 7_200_000), new EventSpan(0, EventSpan.UNBOUNDED));
    Arbitrary<List<String>> people =
        Arbitraries.of("ann@x", "bob@x", "cy@x").list().ofMaxSize(3).uniqueElements();
    return Combinators.combine(
            Arbitraries.of("u1", "u2"),
            Combinators.combine(people, Arbitraries.of("a", "b"))
                .as((attendees, summary) -> event(summary, attendees))
                .injectNull(0.2),
            spans)
        .as(Change::new)
        .list()
        .ofMaxSize(12);
  }

  @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
  void shouldLeaveTheRowsOfTheLastStateWhateverWasBefore(@ForAll("changes") List<Change> changes) {
    Map<String, IndexRows> state = new TreeMap<>();
    MemoryRows calendarRows = new MemoryRows();
    MemoryRows attendeeRows = new MemoryRows();

    for (Change change : changes) {
      IndexRows next =
          change.event() == null
              ? null
              : IndexRows.at(TEAM, named(change.uid(), change.event()), change.span());
      IndexRows old = next == null ? state.remove(change.uid()) : state.put(change.uid(), next);
      apply(IndexRows.update(old, next), calendarRows, attendeeRows);
    }

    MemoryRows expectedCalendarRows = new MemoryRows();
    MemoryRows expectedAttendeeRows = new MemoryRows();
    for (IndexRows rows : state.values()) {
      expectedCalendarRows.put(rows.calendarKey(), rows.entry());
      rows.attendees()
          .forEach(who -> expectedAttendeeRows.put(rows.attendeeKey(who), rows.entry()));
    }
    assertThat(hex(calendarRows)).isEqualTo(hex(expectedCalendarRows));
    assertThat(hex(attendeeRows)).isEqualTo(hex(expectedAttendeeRows));
  }

  private static void apply(RowUpdate update, MemoryRows calendarRows, MemoryRows attendeeRows) {
    if (update.removedKey() != null) {
      calendarRows.remove(update.removedKey());
    }
    if (update.putKey() != null && update.entry() != null) {
      calendarRows.put(update.putKey(), update.entry());
    }
    update
        .attendees()
        .forEach(
            (attendee, change) -> {
              EventUid uid = new EventUid(change.getUid());
              if (change.getRemove() != null) {
                attendeeRows.remove(IndexRows.attendeeKey(attendee, change.getRemove(), TEAM, uid));
              }
              if (change.getPut() != null) {
                attendeeRows.put(
                    IndexRows.attendeeKey(attendee, change.getPut(), TEAM, uid),
                    change.getEntry().array());
              }
            });
  }

  private static NavigableMap<String, String> hex(MemoryRows rows) {
    NavigableMap<String, String> hex = new TreeMap<>();
    rows.all()
        .forEach(
            (key, value) ->
                hex.put(HexFormat.of().formatHex(key), HexFormat.of().formatHex(value)));
    return hex;
  }

  @Test
  void shouldWriteNothingForEqualRows() {
    RowUpdate update = IndexRows.update(rows("a", "ann@x"), rows("a", "ann@x"));

    assertThat(update.removedKey()).isNull();
    assertThat(update.putKey()).isNull();
    assertThat(update.entry()).isNull();
    assertThat(update.attendees()).isEmpty();
  }

  @Test
  void shouldOverwriteARowThatStaysInItsPlace() {
    IndexRows next = rows("b", "ann@x");
    RowUpdate update = IndexRows.update(rows("a", "ann@x"), next);

    assertThat(update.removedKey()).isNull();
    assertThat(update.putKey()).isEqualTo(next.calendarKey());
    SubjectEntry change = changeFor(update, "ann@x");
    assertThat(change.getRemove()).isNull();
    assertThat(change.getPut()).isEqualTo(next.place());
  }

  @Test
  void shouldMoveARowWhoseSpanChanged() {
    IndexRows old = rows("a", "ann@x");
    IndexRows next =
        IndexRows.at(TEAM, event("a", List.of("ann@x")), new EventSpan(0, EventSpan.UNBOUNDED));
    RowUpdate update = IndexRows.update(old, next);

    assertThat(update.removedKey()).isEqualTo(old.calendarKey());
    assertThat(update.putKey()).isEqualTo(next.calendarKey());
    SubjectEntry change = changeFor(update, "ann@x");
    assertThat(change.getRemove()).isEqualTo(old.place());
    assertThat(change.getPut()).isEqualTo(next.place());
  }

  @Test
  void shouldTakeTheRowFromWhoLeaves() {
    IndexRows old = rows("a", "ann@x", "bob@x");
    RowUpdate update = IndexRows.update(old, rows("a", "ann@x"));

    SubjectEntry change = changeFor(update, "bob@x");
    assertThat(change.getRemove()).isEqualTo(old.place());
    assertThat(change.getPut()).isNull();
    assertThat(change.getEntry()).isNull();
  }

  @Test
  void shouldTakeEveryRowOfAnEventThatGoes() {
    IndexRows old = rows("a", "ann@x");
    RowUpdate update = IndexRows.update(old, null);

    assertThat(update.removedKey()).isEqualTo(old.calendarKey());
    assertThat(update.putKey()).isNull();
    assertThat(changeFor(update, "ann@x").getRemove()).isEqualTo(old.place());
  }

  @Test
  void shouldFindStoredRowsWhereTheyLie() {
    Event event = event("a", List.of("ann@x"));
    IndexRows rows = IndexRows.at(TEAM, event, SPAN);
    IdIndexValue value =
        IdIndexValue.read(IdIndexValue.encode(1, "00112233445566778899aabbccddeeff", rows, event));

    IndexRows stored = IndexRows.stored(TEAM, new EventUid("u1"), value);

    assertThat(stored.calendarKey()).isEqualTo(rows.calendarKey());
    assertThat(IndexRows.update(stored, rows).attendees()).isEmpty();
  }

  @Test
  void shouldGiveARowToEveryoneOnce() {
    Component master = component("a", List.of("mailto:Ann@x", "ann@X", "bob@x"));
    master.setOrganizer("MAILTO:boss@x");
    Component moved = component("a", List.of("guest@x", "bob@x"));
    Event event =
        new Event(
            "u1",
            master,
            List.of(new EventOverride(moved.getStart(), false, moved)),
            List.of(),
            null);

    assertThat(IndexRows.at(TEAM, event, SPAN).attendees())
        .extracting(AttendeeAddress::value)
        .containsExactly("ann@x", "bob@x", "boss@x", "guest@x");
  }

  @Test
  void shouldTakeAsManyAttendeesAsTheLimitAllows() {
    List<String> most = people(EventLimits.MAX_ATTENDEES);

    assertThat(IndexRows.at(TEAM, event("a", most), SPAN).attendees())
        .hasSize(EventLimits.MAX_ATTENDEES);
  }

  @Test
  void shouldRefuseMoreAttendeesThanTheLimitAllows() {
    List<String> tooMany = people(EventLimits.MAX_ATTENDEES + 1);

    assertThatThrownBy(() -> IndexRows.at(TEAM, event("a", tooMany), SPAN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("attendees=1001");
  }

  private static SubjectEntry changeFor(RowUpdate update, String attendee) {
    return Objects.requireNonNull(update.attendees().get(new AttendeeAddress(attendee)), attendee);
  }

  private static List<String> people(int count) {
    return IntStream.range(0, count).mapToObj(i -> "p" + i + "@x").toList();
  }

  private static IndexRows rows(String summary, String... attendees) {
    return IndexRows.at(TEAM, event(summary, List.of(attendees)), SPAN);
  }

  private static Event named(String uid, Event event) {
    return new Event(uid, event.getMaster(), List.of(), List.of(), null);
  }

  private static Event event(String summary, List<String> attendees) {
    return new Event("u1", component(summary, attendees), List.of(), List.of(), null);
  }

  private static Component component(String summary, List<String> attendees) {
    return Component.newBuilder()
        .setStart(new CalendarTime(TimeForm.UTC, 0L, null))
        .setSummary(summary)
        .setAttendees(
            attendees.stream()
                .map(address -> new Attendee(address, ParticipationStatus.ACCEPTED))
                .toList())
        .build();
  }
}
