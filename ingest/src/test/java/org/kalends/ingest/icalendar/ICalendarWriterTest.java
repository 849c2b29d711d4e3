package org.kalends.ingest.icalendar;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.kalends.schemas.avro.Alarm;
import org.kalends.schemas.avro.Attendee;
import org.kalends.schemas.avro.CalendarTime;
import org.kalends.schemas.avro.Component;
import org.kalends.schemas.avro.Event;
import org.kalends.schemas.avro.EventDuration;
import org.kalends.schemas.avro.EventOverride;
import org.kalends.schemas.avro.EventStatus;
import org.kalends.schemas.avro.Observance;
import org.kalends.schemas.avro.ParticipationStatus;
import org.kalends.schemas.avro.RecurrenceDate;
import org.kalends.schemas.avro.TimeForm;
import org.kalends.schemas.avro.Transparency;
import org.kalends.schemas.avro.ZoneDefinition;

final class ICalendarWriterTest {
  private static final String OWN_ZONE = "Ship: \"Nina\", deck; 2";
  private static final long DAY = 86_400;

  @Property(tries = 300)
  void shouldBeReadBackAsTheSameEvent(@ForAll("events") Event event) throws Exception {
    Event again = Reading.of(ICalendarWriter.write(event)).event();

    again.setText(null);
    assertThat(again).isEqualTo(event);
  }

  @Property(tries = 100)
  void shouldFoldEachLineAt75Octets(@ForAll("events") Event event) {
    String text = ICalendarWriter.write(event);

    assertThat(text.split("\r\n", -1))
        .allSatisfy(line -> assertThat(line.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(76));
  }

  @Test
  void shouldWriteNoNoteworthyDeviation() throws Exception {
    Event event = event(component(utc(0)));

    assertThat(Reading.of(ICalendarWriter.write(event)).notes()).isEmpty();
  }

  @Test
  void shouldStampWithTheTimeOfTheLastChangeWhenThereIsNoStamp() throws Exception {
    Component component = component(utc(0));
    component.setStampMillis(null);
    component.setModifiedMillis(1_000L);

    Component again = Reading.of(ICalendarWriter.write(event(component))).master();

    assertThat(again.getStampMillis()).isEqualTo(1_000L);
  }

  @Test
  void shouldKeepAValueWithinItsLine() throws Exception {
    Component component = component(utc(0));
    component.setOrganizer("mailto:a@example.org\r\nSUMMARY:forged");
    component.setSummary("one\r\ntwo");

    Component again = Reading.of(ICalendarWriter.write(event(component))).master();

    assertThat(again.getSummary()).isEqualTo("one\ntwo");
    assertThat(again.getOrganizer()).isEqualTo("mailto:a@example.org SUMMARY:forged");
  }

  @Test
  void shouldGiveTheTextThatAnEventHas() {
    Event event = event(component(utc(0)));
    event.setText("as it came");

    assertThat(ICalendarWriter.textOf(event)).isEqualTo("as it came");
  }

  @Provide
  Arbitrary<Event> events() {
    Arbitrary<List<EventOverride>> overrides = overrides().list().ofMaxSize(3);
    return Combinators.combine(text(), components(), overrides)
        .as(
            (uid, master, changed) -> {
              TreeMap<InstanceKey, EventOverride> sorted = new TreeMap<>();
              changed.forEach(override -> sorted.put(InstanceKey.of(override), override));
              Event event = event(master);
              event.setUid("u" + uid.strip());
              event.setOverrides(List.copyOf(sorted.values()));
              boolean usesOwnZone = event.toString().contains("Nina");
              event.setZones(usesOwnZone ? List.of(ownZone()) : List.of());
              return event;
            });
  }

  private static Arbitrary<EventOverride> overrides() {
    return Combinators.combine(times(), Arbitraries.of(true, false), components())
        .as(EventOverride::new);
  }

  private static Arbitrary<Component> components() {
    Arbitrary<Component> shapes =
        Combinators.combine(
                times(),
                Arbitraries.longs().between(1, 400),
                Arbitraries.of("none", "end", "duration"),
                Arbitraries.of("FREQ=DAILY", "FREQ=WEEKLY;COUNT=3;BYDAY=MO,TU").list().ofMaxSize(2),
                times().list().ofMaxSize(4),
                recurrenceDates().list().ofMaxSize(4))
            .as(ICalendarWriterTest::component);
    return Combinators.combine(
            shapes,
            text().injectNull(0.3),
            text().injectNull(0.3),
            attendees().list().ofMaxSize(3),
            alarms().list().ofMaxSize(2),
            Arbitraries.of(EventStatus.values()),
            Arbitraries.of(Transparency.values()),
            Arbitraries.integers().between(0, 9))
        .as(
            (component,
                summary,
                description,
                attendees,
                alarms,
                status,
                transparency,
                sequence) -> {
              component.setSummary(summary);
              component.setDescription(description);
              component.setLocation(summary);
              component.setAttendees(attendees);
              component.setOrganizer(attendees.isEmpty() ? null : attendees.get(0).getAddress());
              component.setAlarms(alarms);
              component.setStatus(status);
              component.setTransparency(transparency);
              component.setSequence(sequence);
              component.setClassification(sequence == 3 ? "PRIVATE" : null);
              return component;
            });
  }

  private static Component component(
      CalendarTime start,
      long length,
      String end,
      List<String> rules,
      List<CalendarTime> excluded,
      List<RecurrenceDate> added) {
    Component component = component(start);
    boolean date = start.getForm() == TimeForm.DATE;
    if (end.equals("end")) {
      long local = start.getLocal() + (date ? length * DAY : length * 60);
      component.setEnd(new CalendarTime(start.getForm(), local, start.getZone()));
    } else if (end.equals("duration")) {
      component.setDuration(new EventDuration((int) length, date ? 0 : length * 7));
    }
    component.setRules(rules);
    component.setExceptionDates(excluded);
    component.setRecurrenceDates(added);
    return component;
  }

  private static Arbitrary<CalendarTime> times() {
    Arbitrary<Long> seconds = Arbitraries.longs().between(-62_135_596_800L, 253_402_300_799L);
    Arbitrary<String> zones = Arbitraries.of("Europe/Berlin", "America/New_York", OWN_ZONE);
    return Combinators.combine(Arbitraries.of(TimeForm.values()), seconds, zones)
        .as(
            (form, local, zone) ->
                switch (form) {
                  case DATE -> new CalendarTime(form, Math.floorDiv(local / 2, DAY) * DAY, null);
                  case ZONED -> new CalendarTime(form, local / 2, zone);
                  case FLOATING, UTC -> new CalendarTime(form, local / 2, null);
                });
  }

  private static Arbitrary<RecurrenceDate> recurrenceDates() {
    return Combinators.combine(times(), Arbitraries.of("date", "end", "duration"))
        .as(
            (start, kind) -> {
              if (start.getForm() == TimeForm.DATE || kind.equals("date")) {
                return new RecurrenceDate(start, null, null);
              }
              if (kind.equals("duration")) {
                return new RecurrenceDate(start, null, new EventDuration(1, 5_400L));
              }
              CalendarTime end =
                  new CalendarTime(start.getForm(), start.getLocal() + 60, start.getZone());
              return new RecurrenceDate(start, end, null);
            });
  }

  private static Arbitrary<Attendee> attendees() {
    return Combinators.combine(
            Arbitraries.strings().alpha().ofMinLength(1).ofMaxLength(8),
            Arbitraries.of(ParticipationStatus.values()))
        .as((name, status) -> new Attendee("mailto:" + name + "@example.org", status));
  }

  private static Arbitrary<Alarm> alarms() {
    return Combinators.combine(
            Arbitraries.integers().between(-3, 3),
            Arbitraries.of(true, false),
            Arbitraries.of(true, false),
            text().injectNull(0.5))
        .as(
            (days, absolute, repeats, description) -> {
              Alarm alarm = new Alarm();
              alarm.setAction("DISPLAY");
              alarm.setAtMillis(absolute ? (Long) 1_000_000L : null);
              alarm.setOffset(absolute ? null : new EventDuration(days, days * 60L));
              alarm.setRelatedToEnd(!absolute && days > 0);
              alarm.setRepeat(repeats ? 2 : 0);
              alarm.setRepeatEvery(repeats ? new EventDuration(0, 300L) : null);
              alarm.setDescription(description);
              return alarm;
            });
  }

  private static Arbitrary<String> text() {
    return Arbitraries.strings()
        .withChars('a', 'Z', ' ', '\n', '\\', ';', ',', ':', '"', '^', 'é', '語')
        .ofMaxLength(90);
  }

  private static ZoneDefinition ownZone() {
    return new ZoneDefinition(
        OWN_ZONE,
        List.of(
            new Observance(false, -3_600L, 12_612, 12_600, List.of(), List.of(0L, 60L)),
            new Observance(true, 0L, -3_600, 0, List.of("FREQ=YEARLY"), List.of())));
  }

  private static Event event(Component master) {
    return new Event("u1", master, List.of(), List.of(), null);
  }

  private static CalendarTime utc(long seconds) {
    return new CalendarTime(TimeForm.UTC, seconds, null);
  }

  private static Component component(CalendarTime start) {
    Component component = new Component();
    component.setStart(start);
    component.setRules(List.of());
    component.setExceptionRules(List.of());
    component.setRecurrenceDates(List.of());
    component.setExceptionDates(List.of());
    component.setAttendees(List.of());
    component.setAlarms(List.of());
    component.setSequence(0);
    component.setStatus(EventStatus.NONE);
    component.setTransparency(Transparency.OPAQUE);
    component.setStampMillis(0L);
    return component;
  }
}
