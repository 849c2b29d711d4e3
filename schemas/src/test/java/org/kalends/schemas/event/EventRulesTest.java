package org.kalends.schemas.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kalends.schemas.AttendeeAddress;
import org.kalends.schemas.EventUid;
import org.kalends.schemas.avro.Attendee;
import org.kalends.schemas.avro.CalendarTime;
import org.kalends.schemas.avro.Component;
import org.kalends.schemas.avro.Event;
import org.kalends.schemas.avro.EventDuration;
import org.kalends.schemas.avro.EventOverride;
import org.kalends.schemas.avro.ParticipationStatus;
import org.kalends.schemas.avro.RecurrenceDate;
import org.kalends.schemas.avro.TimeForm;

class EventRulesTest {
  private static final CalendarTime NINE = utc("2026-01-10T09:00:00");
  private static final CalendarTime DAY =
      new CalendarTime(TimeForm.DATE, NINE.getLocal() - 9 * 3_600, null);

  @Test
  void shouldTakeAnEventOfEachForm() {
    assertTaken(event(NINE, master -> {}));
    assertTaken(event(DAY, master -> master.setRules(List.of("FREQ=DAILY"))));
    assertTaken(event(zoned("Europe/Berlin"), master -> master.setEnd(zoned("Asia/Tokyo"))));
    assertTaken(Event.newBuilder().setUid("u").setOverrides(List.of(override())).build());
  }

  @Test
  void shouldNeedAComponent() {
    assertRefused(Event.newBuilder().setUid("u").build(), "VEVENT", "no component");
  }

  @Test
  void shouldLimitTheUid() {
    assertTaken(uid("u".repeat(EventUid.MAX_BYTES)));
    assertLimited(uid("u".repeat(EventUid.MAX_BYTES + 1)), "UID");
    assertLimited(uid(""), "UID");
  }

  @Test
  void shouldLimitTheText() {
    Event event = event(NINE, master -> {});
    event.setText("ü".repeat(EventLimits.MAX_TEXT_BYTES / 2));
    assertTaken(event);
    event.setText("ü".repeat(EventLimits.MAX_TEXT_BYTES / 2) + "u");
    assertLimited(event, null);
  }

  @Test
  void shouldLimitOverrides() {
    Event event = event(NINE, master -> {});
    event.setOverrides(Collections.nCopies(EventLimits.MAX_OVERRIDES, override()));
    assertTaken(event);
    event.setOverrides(Collections.nCopies(EventLimits.MAX_OVERRIDES + 1, override()));
    assertLimited(event, "RECURRENCE-ID");
  }

  @Test
  void shouldLimitTheAttendeesOfAllComponentsTogether() {
    Event event = event(NINE, master -> master.setAttendees(attendees(EventLimits.MAX_ATTENDEES)));
    event.setOverrides(List.of(override()));
    assertTaken(event);
    event.getOverrides().getFirst().getComponent().setOrganizer("mailto:one@more.example");
    assertLimited(event, "ATTENDEE");
  }

  @Test
  void shouldLimitAnAddress() {
    String longest = "a".repeat(AttendeeAddress.MAX_LENGTH);
    assertTaken(event(NINE, master -> master.setOrganizer(longest)));
    assertLimited(event(NINE, master -> master.setOrganizer(longest + "a")), "ATTENDEE");
  }

  @Test
  void shouldLimitExceptionAndRecurrenceDatesTogether() {
    int most = EventLimits.MAX_EXCEPTION_AND_RECURRENCE_DATES;
    RecurrenceDate date = new RecurrenceDate(NINE, null, null);
    Event event = event(NINE, master -> master.setRecurrenceDates(List.of(date)));
    master(event).setExceptionDates(Collections.nCopies(most - 1, NINE));
    assertTaken(event);
    master(event).setExceptionDates(Collections.nCopies(most, NINE));
    assertLimited(event, "EXDATE");
  }

  @Test
  void shouldLimitRulesOfBothKindsTogether() {
    Event event = event(NINE, master -> master.setExceptionRules(List.of("FREQ=YEARLY")));
    master(event).setRules(Collections.nCopies(EventLimits.MAX_RULES - 1, "FREQ=DAILY"));
    assertTaken(event);
    master(event).setRules(Collections.nCopies(EventLimits.MAX_RULES, "FREQ=DAILY"));
    assertLimited(event, "RRULE");
  }

  @Test
  void shouldLimitYears() {
    assertTaken(event(utc("0001-01-01T00:00:00"), master -> {}));
    assertLimited(event(utc("0000-12-31T23:59:59"), master -> {}), "DTSTART");
    assertTaken(event(utc("9999-12-31T23:59:59"), master -> {}));
    assertLimited(event(utc("+10000-01-01T00:00:00"), master -> {}), "DTSTART");
    assertLimited(event(NINE, master -> master.setEnd(utc("+10000-01-01T00:00:00"))), "DTEND");
    assertLimited(
        event(NINE, master -> master.setExceptionDates(List.of(utc("0000-01-01T00:00:00")))),
        "EXDATE");
  }

  @Test
  void shouldLimitDurations() {
    int days = EventLimits.MAX_DURATION_DAYS;
    long seconds = days * 86_400L;
    assertTaken(event(NINE, master -> master.setDuration(new EventDuration(days, 0L))));
    assertLimited(
        event(NINE, master -> master.setDuration(new EventDuration(days + 1, 0L))), "DURATION");
    assertTaken(event(NINE, master -> master.setDuration(new EventDuration(0, seconds))));
    assertLimited(
        event(NINE, master -> master.setDuration(new EventDuration(0, seconds + 1))), "DURATION");
    RecurrenceDate date = new RecurrenceDate(NINE, null, new EventDuration(days + 1, 0L));
    assertLimited(event(NINE, master -> master.setRecurrenceDates(List.of(date))), "RDATE");
  }

  @Test
  void shouldRefuseANegativeDuration() {
    assertRefused(
        event(NINE, master -> master.setDuration(new EventDuration(-1, 0L))),
        "DURATION",
        "days=-1");
    assertRefused(
        event(NINE, master -> master.setDuration(new EventDuration(0, -1L))),
        "DURATION",
        "seconds=-1");
  }

  @Test
  void shouldRefuseAnEndBeforeTheStart() {
    assertTaken(event(NINE, master -> master.setEnd(NINE)));
    assertRefused(
        event(NINE, master -> master.setEnd(utc("2026-01-10T08:59:59"))), "DTEND", "before");
  }

  @Test
  void shouldRefuseAnEndBesideADuration() {
    assertRefused(
        event(
            NINE,
            master -> {
              master.setEnd(NINE);
              master.setDuration(new EventDuration(1, 0L));
            }),
        "DURATION",
        "both DTEND and DURATION");
  }

  @Test
  void shouldRefuseADateBesideATime() {
    assertRefused(event(DAY, master -> master.setEnd(NINE)), "DTEND", "not both dates");
  }

  @Test
  void shouldRefuseADateWithATimeOfDay() {
    CalendarTime wrong = new CalendarTime(TimeForm.DATE, NINE.getLocal(), null);
    assertRefused(event(wrong, master -> {}), "DTSTART", "time of day");
  }

  @Test
  void shouldNeedAZoneExactlyWhenZoned() {
    assertRefused(
        event(new CalendarTime(TimeForm.ZONED, NINE.getLocal(), null), master -> {}),
        "DTSTART",
        "form=ZONED zone=null");
    assertRefused(
        event(new CalendarTime(TimeForm.UTC, NINE.getLocal(), "Etc/UTC"), master -> {}),
        "DTSTART",
        "zone=Etc/UTC");
  }

  @ParameterizedTest
  @ValueSource(strings = {"HOURLY", "MINUTELY", "SECONDLY"})
  void shouldRefuseAnAllDayEventThatRecursWithinADay(String frequency) {
    String rule = "FREQ=" + frequency;
    assertRefused(event(DAY, master -> master.setRules(List.of(rule))), "RRULE", rule);
    assertRefused(event(DAY, master -> master.setExceptionRules(List.of(rule))), "EXRULE", rule);
    assertTaken(event(NINE, master -> master.setRules(List.of(rule))));
  }

  @Test
  void shouldSayWhichOverrideIsAtFault() {
    Event event = event(NINE, master -> {});
    EventOverride wrong = override();
    wrong.getComponent().setRules(List.of("FREQ=NEVER"));
    event.setOverrides(List.of(override(), wrong));

    assertThatThrownBy(() -> EventRules.check(event))
        .isInstanceOfSatisfying(
            InvalidEventException.class, e -> assertThat(e.override()).isEqualTo(1));
  }

  private static void assertTaken(Event event) {
    assertThatCode(() -> EventRules.check(event)).doesNotThrowAnyException();
  }

  private static void assertRefused(Event event, String property, String named) {
    assertThatThrownBy(() -> EventRules.check(event))
        .isInstanceOfSatisfying(
            InvalidEventException.class,
            e -> {
              assertThat(e).hasMessageContaining(named);
              assertThat(e.property()).isEqualTo(property);
              assertThat(e.rule()).startsWith("RFC 5545 ");
              assertThat(e.isLimit()).isFalse();
            });
  }

  private static void assertLimited(Event event, @Nullable String property) {
    assertThatThrownBy(() -> EventRules.check(event))
        .isInstanceOfSatisfying(
            InvalidEventException.class,
            e -> {
              assertThat(e.property()).isEqualTo(property);
              assertThat(e.isLimit()).isTrue();
            });
  }

  private static Event event(CalendarTime start, Consumer<Component> change) {
    Component master = Component.newBuilder().setStart(start).build();
    change.accept(master);
    return Event.newBuilder().setUid("u").setMaster(master).build();
  }

  private static Event uid(String uid) {
    Event event = event(NINE, master -> {});
    event.setUid(uid);
    return event;
  }

  private static Component master(Event event) {
    Component master = event.getMaster();
    assertThat(master).isNotNull();
    return master;
  }

  private static EventOverride override() {
    return new EventOverride(NINE, false, Component.newBuilder().setStart(NINE).build());
  }

  private static List<Attendee> attendees(int number) {
    return IntStream.range(0, number)
        .mapToObj(i -> new Attendee("mailto:a" + i + "@x.example", ParticipationStatus.ACCEPTED))
        .toList();
  }

  private static CalendarTime utc(String time) {
    return new CalendarTime(
        TimeForm.UTC, LocalDateTime.parse(time).toEpochSecond(ZoneOffset.UTC), null);
  }

  private static CalendarTime zoned(String zone) {
    return new CalendarTime(TimeForm.ZONED, NINE.getLocal(), zone);
  }
}
