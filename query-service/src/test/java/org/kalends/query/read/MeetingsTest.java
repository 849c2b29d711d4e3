package org.kalends.query.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.kalends.indexer.index.ComponentView;
import org.kalends.query.read.PlainEvent.Fields;
import org.kalends.schemas.AttendeeAddress;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.avro.ParticipationStatus;

class MeetingsTest {
  private static final AttendeeAddress ANN = AttendeeAddress.of("ann@example.org");
  private static final AttendeeAddress BOB = AttendeeAddress.of("bob@example.org");
  private static final Subject ANNS = new Subject.OfAttendee(ANN);
  private static final Subject BOBS = new Subject.OfAttendee(BOB);

  private final Meetings meetings = new Meetings();

  @Test
  void shouldHaveAMeetingThatTwoShareOnce() {
    meetings.add(ANNS, copy("a"));
    meetings.add(BOBS, copy("a"));

    assertThat(meetings.newest()).hasSize(1);
    assertThat(meetings.all()).hasSize(1);
  }

  @Test
  void shouldTakeTheCopyWithTheHigherSequence() {
    meetings.add(ANNS, copy("a").newness(2, 1));
    meetings.add(ANNS, copy("b").newness(1, 9));

    assertThat(calendars()).containsExactly("a");
    assertThat(meetings.all()).hasSize(2);
  }

  @Test
  void shouldTakeTheCopyThatWasModifiedLastOfThoseWithOneSequence() {
    meetings.add(ANNS, copy("a").newness(1, 5));
    meetings.add(BOBS, copy("b").newness(1, 6));

    assertThat(calendars()).containsExactly("b");
  }

  @Test
  void shouldTakeTheFirstCalendarOfEqualCopiesInAnyOrder() {
    meetings.add(ANNS, copy("b"));
    meetings.add(ANNS, copy("a"));

    assertThat(calendars()).containsExactly("a");
  }

  @Test
  void shouldCountWhatOneOfThoseAskedForHas() {
    meetings.add(ANNS, copy("a"));
    meetings.add(BOBS, copy("a"));

    assertThat(shows(fields(ANN, ParticipationStatus.DECLINED), false)).isFalse();
    assertThat(shows(fields(ANN, ParticipationStatus.DECLINED), true)).isTrue();
    assertThat(shows(fields(BOB, ParticipationStatus.NEEDS_ACTION), false)).isTrue();
    assertThat(shows(Fields.opaque(Map.of()), true)).isFalse();
  }

  @Test
  void shouldCountAllWhereTheCalendarIsAskedFor() {
    meetings.add(ANNS, copy("a"));
    meetings.add(new Subject.OfCalendar(new CalendarId("a")), copy("a"));

    assertThat(shows(fields(ANN, ParticipationStatus.DECLINED), false)).isTrue();
    assertThat(shows(Fields.opaque(Map.of()), false)).isTrue();
  }

  private boolean shows(ComponentView component, boolean declined) {
    return meetings.newest().iterator().next().shown(declined).test(component);
  }

  private static ComponentView fields(AttendeeAddress address, ParticipationStatus status) {
    return Fields.opaque(Map.of(address, status));
  }

  private static PlainEvent copy(String calendar) {
    return PlainEvent.of(calendar, "u", List.of(PlainEvent.occurrence(1, 2, null)));
  }

  private List<String> calendars() {
    return meetings.newest().stream().map(meeting -> meeting.event().calendar().value()).toList();
  }
}
