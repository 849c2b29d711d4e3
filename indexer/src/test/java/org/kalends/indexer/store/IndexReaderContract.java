package org.kalends.indexer.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.kalends.indexer.index.Etags;
import org.kalends.indexer.index.IndexEntry;
import org.kalends.schemas.AttendeeAddress;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;
import org.kalends.schemas.TimeRange;
import org.kalends.schemas.avro.Event;

/** What every reader of an index does, whatever holds the rows. One partition. */
abstract class IndexReaderContract {
  static final CalendarId TEAM = new CalendarId("team");
  private static final CalendarId OTHER = new CalendarId("other");
  private static final AttendeeAddress ANN = AttendeeAddress.of("ann@example.org");
  private static final String MONDAY = "2026-03-02T09:00:00Z";
  private static final String TUESDAY = "2026-03-03T09:00:00Z";
  static final TimeRange WEEK =
      new TimeRange(Instant.parse("2026-03-02T00:00:00Z"), Instant.parse("2026-03-09T00:00:00Z"));

  abstract IndexReader reader();

  abstract void put(CalendarId calendar, Event event) throws Exception;

  abstract void delete(CalendarId calendar, EventUid uid);

  abstract void deleteCalendar(CalendarId calendar);

  /** Makes the partition's reads fail from here on. */
  abstract void lose(SubIndex index);

  /** Cursors, and what they hold open, that nobody closed yet. */
  abstract long open();

  @Test
  void shouldKnowNothingOfWhatNeverWas() throws Exception {
    assertThat(reader().calendar(TEAM)).isNull();
    assertThat(reader().calendarSeq(TEAM)).isZero();
    assertThat(reader().calendars(0, null, 10)).isEmpty();
    assertThat(reader().event(TEAM, new EventUid("e"))).isNull();
    assertThat(reader().events(TEAM, null, 10)).isEmpty();
    assertThat(uids(reader().entries(TEAM, WEEK))).isEmpty();
    assertThat(uids(reader().entries(ANN, WEEK))).isEmpty();
    assertThat(reader().subjectVersion(ANN)).isZero();
    assertThat(reader().appliedSeq(0, TEAM)).isZero();
  }

  @Test
  void shouldGiveAnEventAsItWasAccepted() throws Exception {
    Event event = Events.moved(Events.weekly("e", MONDAY, "ann@example.org"), MONDAY, TUESDAY);
    put(TEAM, event);

    assertThat(reader().event(TEAM, new EventUid("e")))
        .isEqualTo(new StoredEvent(event, Etags.of(event), 1));
    assertThat(reader().event(OTHER, new EventUid("e"))).isNull();
    assertThat(reader().calendar(TEAM))
        .returns(1L, CalendarState::seq)
        .returns(1L, CalendarState::events)
        .returns(1L, CalendarState::overrides);
  }

  @Test
  void shouldListCalendarsInOrderFromOneOnAndUpToALimit() throws Exception {
    for (String name : List.of("b", "a", "b2", "B", "c")) {
      put(new CalendarId(name), Events.hour("e", MONDAY));
    }
    deleteCalendar(new CalendarId("b2"));

    assertThat(names(null, 10)).containsExactly("B", "a", "b", "c");
    assertThat(names("a", 10)).containsExactly("b", "c");
    assertThat(names("b", 1)).containsExactly("c");
    assertThat(names(null, 2)).containsExactly("B", "a");
    assertThat(open()).isZero();
  }

  @Test
  void shouldListEventsInOrderOfUidFromOneOnAndUpToALimit() throws Exception {
    for (String uid : List.of("b", "a", "b/2", "c")) {
      put(TEAM, Events.hour(uid, MONDAY));
    }
    put(OTHER, Events.hour("z", MONDAY));

    assertThat(eventUids(null, 10)).containsExactly("a", "b", "b/2", "c");
    assertThat(eventUids("b", 10)).containsExactly("b/2", "c");
    assertThat(eventUids(null, 2)).containsExactly("a", "b");
    assertThat(open()).isZero();
  }

  @Test
  void shouldGiveTheEntriesWhoseSpansMeetTheWindow() throws Exception {
    put(TEAM, Events.hour("inside", MONDAY, "ann@example.org"));
    put(TEAM, Events.hour("before", "2026-02-02T09:00:00Z", "ann@example.org"));
    put(TEAM, Events.weekly("series", "2025-03-03T09:00:00Z"));
    put(OTHER, Events.hour("others", TUESDAY, "mailto:Ann@example.org"));

    assertThat(uids(reader().entries(TEAM, WEEK))).containsExactlyInAnyOrder("inside", "series");
    assertThat(uids(reader().entries(ANN, WEEK))).containsExactlyInAnyOrder("inside", "others");
    assertThat(open()).isZero();
  }

  @Test
  void shouldGiveAllEntriesOfAFullWindow() throws Exception {
    int events = 500;
    for (int i = 0; i < events; i++) {
      put(TEAM, i % 2 == 0 ? Events.hour("u" + i, MONDAY) : Events.weekly("u" + i, MONDAY));
    }

    assertThat(uids(reader().entries(TEAM, WEEK))).hasSize(events).doesNotHaveDuplicates();
    assertThat(open()).isZero();
  }

  @Test
  void shouldLeaveNothingOpenWhenACursorIsClosedBeforeItsEnd() throws Exception {
    for (int i = 0; i < 500; i++) {
      put(TEAM, Events.hour("u" + i, MONDAY));
    }

    try (EntryCursor entries = reader().entries(TEAM, WEEK)) {
      assertThat(entries.next()).isNotNull();
      assertThat(entries.version()).isEqualTo(500);
    }

    assertThat(open()).isZero();
  }

  @Test
  void shouldCountEachChangeOfAnAttendeesEntries() throws Exception {
    put(TEAM, Events.hour("e", MONDAY, "ann@example.org"));
    long first = reader().subjectVersion(ANN);
    put(TEAM, Events.hour("f", MONDAY, "bob@example.org"));
    long second = reader().subjectVersion(ANN);
    put(TEAM, Events.hour("e", TUESDAY, "ann@example.org"));
    long third = reader().subjectVersion(ANN);
    delete(TEAM, new EventUid("e"));

    assertThat(first).isPositive();
    assertThat(second).isEqualTo(first);
    assertThat(third).isGreaterThan(second);
    assertThat(reader().subjectVersion(ANN)).isGreaterThan(third);
    try (EntryCursor entries = reader().entries(ANN, WEEK)) {
      assertThat(entries.version()).isEqualTo(reader().subjectVersion(ANN));
    }
  }

  @Test
  void shouldTellHowFarACalendarIsAppliedForAttendees() throws Exception {
    put(TEAM, Events.hour("e", MONDAY, "ann@example.org"));
    put(TEAM, Events.hour("f", MONDAY));

    assertThat(reader().appliedSeq(0, TEAM)).isEqualTo(1);
    assertThat(reader().appliedSeq(0, OTHER)).isZero();

    delete(TEAM, new EventUid("e"));

    assertThat(reader().appliedSeq(0, TEAM)).isEqualTo(3);
  }

  @Test
  void shouldForgetADeletedEventButNotItsCalendar() throws Exception {
    put(TEAM, Events.hour("e", MONDAY, "ann@example.org"));
    delete(TEAM, new EventUid("e"));

    assertThat(reader().event(TEAM, new EventUid("e"))).isNull();
    assertThat(uids(reader().entries(TEAM, WEEK))).isEmpty();
    assertThat(uids(reader().entries(ANN, WEEK))).isEmpty();
    assertThat(reader().calendar(TEAM)).isEqualTo(new CalendarState(TEAM, 2, 0, 0, 0));
  }

  @Test
  void shouldKeepOnlyTheSeqOfADeletedCalendar() throws Exception {
    put(TEAM, Events.hour("e", MONDAY));
    deleteCalendar(TEAM);

    assertThat(reader().calendar(TEAM)).isNull();
    assertThat(reader().event(TEAM, new EventUid("e"))).isNull();
    assertThat(reader().events(TEAM, null, 10)).isEmpty();
    assertThat(reader().calendarSeq(TEAM)).isEqualTo(2);
  }

  @Test
  void shouldNotAnswerForAPartitionThatIsNotHeld() throws Exception {
    put(TEAM, Events.hour("e", MONDAY, "ann@example.org"));
    lose(SubIndex.CALENDAR);
    lose(SubIndex.SUBJECT);

    List<Reading> readings =
        List.of(
            () -> reader().calendar(TEAM),
            () -> reader().calendarSeq(TEAM),
            () -> reader().calendars(0, null, 1),
            () -> reader().event(TEAM, new EventUid("e")),
            () -> reader().events(TEAM, null, 1),
            () -> reader().entries(TEAM, WEEK).close(),
            () -> reader().entries(ANN, WEEK).close(),
            () -> reader().subjectVersion(ANN),
            () -> reader().appliedSeq(0, TEAM));

    for (Reading reading : readings) {
      assertThatThrownBy(reading::read)
          .isInstanceOf(PartitionUnavailableException.class)
          .hasMessageContaining("partition=0");
    }
    assertThat(open()).isZero();
  }

  @FunctionalInterface
  private interface Reading {
    void read() throws PartitionUnavailableException;
  }

  private List<String> names(@Nullable String after, int limit)
      throws PartitionUnavailableException {
    return reader().calendars(0, after == null ? null : new CalendarId(after), limit).stream()
        .map(state -> state.calendar().value())
        .toList();
  }

  private List<String> eventUids(@Nullable String after, int limit)
      throws PartitionUnavailableException {
    return reader().events(TEAM, after == null ? null : new EventUid(after), limit).stream()
        .map(stored -> stored.event().getUid())
        .toList();
  }

  static List<String> uids(EntryCursor cursor) throws PartitionUnavailableException {
    List<String> uids = new ArrayList<>();
    try (cursor) {
      for (IndexEntry entry = cursor.next(); entry != null; entry = cursor.next()) {
        uids.add(entry.uid().value());
      }
    }
    return uids;
  }
}
