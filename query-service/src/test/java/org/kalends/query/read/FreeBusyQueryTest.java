package org.kalends.query.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kalends.query.read.PlainEvent.Fields;
import org.kalends.schemas.AttendeeAddress;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.avro.EventStatus;
import org.kalends.schemas.avro.ParticipationStatus;
import org.kalends.schemas.avro.Transparency;

class FreeBusyQueryTest {
  private static final AttendeeAddress ANN = AttendeeAddress.of("ann@example.org");
  private static final Subject CALENDAR = new Subject.OfCalendar(new CalendarId("c"));
  private static final Subject ATTENDEE = new Subject.OfAttendee(ANN);

  @ParameterizedTest
  @CsvSource({
    "ACCEPTED, CONFIRMED, OPAQUE, BUSY",
    "ACCEPTED, NONE, OPAQUE, BUSY",
    "ACCEPTED, TENTATIVE, OPAQUE, BUSY_TENTATIVE",
    "TENTATIVE, CONFIRMED, OPAQUE, BUSY_TENTATIVE",
    "NEEDS_ACTION, CONFIRMED, OPAQUE, BUSY_TENTATIVE",
    "OTHER, CONFIRMED, OPAQUE, BUSY_TENTATIVE",
    "DECLINED, CONFIRMED, OPAQUE,",
    "DELEGATED, CONFIRMED, OPAQUE,",
    "ACCEPTED, CANCELLED, OPAQUE,",
    "ACCEPTED, CONFIRMED, TRANSPARENT,"
  })
  void shouldTellHowBusyAnAttendeeIs(
      ParticipationStatus participation,
      EventStatus status,
      Transparency transparency,
      BusyPeriod.@Nullable Type expected) {
    Fields fields = new Fields(status, transparency, Map.of(ANN, participation));

    assertThat(FreeBusyQuery.typeOf(ATTENDEE, fields)).isEqualTo(expected);
  }

  @Test
  void shouldBeFreeFromWhatOneIsNotIn() {
    assertThat(FreeBusyQuery.typeOf(ATTENDEE, Fields.opaque(Map.of()))).isNull();
  }

  @ParameterizedTest
  @CsvSource({"CONFIRMED, BUSY", "TENTATIVE, BUSY_TENTATIVE", "CANCELLED,"})
  void shouldTellHowBusyACalendarIsByStatusAlone(
      EventStatus status, BusyPeriod.@Nullable Type expected) {
    Fields fields =
        new Fields(status, Transparency.OPAQUE, Map.of(ANN, ParticipationStatus.DECLINED));

    assertThat(FreeBusyQuery.typeOf(CALENDAR, fields)).isEqualTo(expected);
  }
}
