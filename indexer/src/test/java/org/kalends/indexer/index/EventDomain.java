package org.kalends.indexer.index;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Provide;
import net.jqwik.api.domains.DomainContextBase;
import org.jspecify.annotations.Nullable;
import org.kalends.schemas.avro.Attendee;
import org.kalends.schemas.avro.CalendarTime;
import org.kalends.schemas.avro.Component;
import org.kalends.schemas.avro.Event;
import org.kalends.schemas.avro.EventDuration;
import org.kalends.schemas.avro.EventOverride;
import org.kalends.schemas.avro.EventStatus;
import org.kalends.schemas.avro.ParticipationStatus;
import org.kalends.schemas.avro.TimeForm;
import org.kalends.schemas.avro.Transparency;

/** Valid events: single ones of every form, series with and without overrides. */
public final class EventDomain extends DomainContextBase {
  static final List<String> ADDRESSES =
      List.of("mailto:Ann@Example.org", "bob@example.org", "MAILTO:cy@example.org", "dee");

  private static final List<String> ZONES =
      List.of("Europe/Berlin", "America/New_York", "Pacific/Apia", "Asia/Kolkata", "Etc/UTC");

  private static final List<String> RULES =
      List.of(
          "FREQ=DAILY",
          "FREQ=WEEKLY;BYDAY=MO,WE",
          "FREQ=MONTHLY",
          "FREQ=MONTHLY;BYMONTHDAY=-1,15",
          "FREQ=MONTHLY;BYDAY=2TU,-1FR",
          "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
          "FREQ=YEARLY",
          "FREQ=YEARLY;INTERVAL=3;COUNT=40",
          "FREQ=YEARLY;BYMONTH=3,10;BYDAY=-1SU",
          "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29",
          "FREQ=YEARLY;BYMONTHDAY=13;BYDAY=FR",
          "FREQ=YEARLY;BYDAY=20MO",
          "FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO",
          "FREQ=YEARLY;BYYEARDAY=-1");

  @Provide
  Arbitrary<Event> events() {
    return Arbitraries.oneOf(onceEvents(), series());
  }

  /** Events that happen once. */
  public static Arbitrary<Event> onceEvents() {
    return components(List.of()).map(master -> event(master, List.of()));
  }

  /** Events that recur. */
  public static Arbitrary<Event> series() {
    return Arbitraries.of(RULES)
        .flatMap(
            rule ->
                components(List.of(rule))
                    .flatMap(
                        master ->
                            overrides(master)
                                .list()
                                .ofMaxSize(2)
                                .uniqueElements(EventOverride::getRecurrenceId)
                                .map(overrides -> event(master, overrides))));
  }

  private static Arbitrary<EventOverride> overrides(Component master) {
    CalendarTime start = master.getStart();
    return Combinators.combine(Arbitraries.integers().between(0, 60), componentsLike(start))
        .as(
            (day, component) ->
                new EventOverride(
                    new CalendarTime(
                        start.getForm(), start.getLocal() + day * 86_400L, start.getZone()),
                    false,
                    component));
  }

  private static Arbitrary<Component> componentsLike(CalendarTime start) {
    return Arbitraries.longs()
        .between(-40, 40)
        .flatMap(
            days ->
                componentsAt(
                    new CalendarTime(
                        start.getForm(), start.getLocal() + days * 86_400L, start.getZone()),
                    List.of()));
  }

  private static Arbitrary<Component> components(List<String> rules) {
    return times().flatMap(start -> componentsAt(start, rules));
  }

  private static Arbitrary<Component> componentsAt(CalendarTime start, List<String> rules) {
    return Combinators.combine(
            lengths(start),
            Arbitraries.of(EventStatus.class),
            Arbitraries.of(Transparency.class),
            texts(),
            texts(),
            attendees(),
            Arbitraries.of(ADDRESSES).injectNull(0.5),
            Arbitraries.integers().between(0, 9))
        .as(
            (component, status, transparency, summary, location, attendees, organizer, number) -> {
              component.setRules(rules);
              component.setStatus(status);
              component.setTransparency(transparency);
              component.setSummary(summary);
              component.setLocation(location);
              component.setDescription("long text");
              component.setClassification(number > 7 ? "PRIVATE" : null);
              component.setAttendees(attendees);
              component.setOrganizer(organizer);
              component.setSequence(number);
              component.setStampMillis(number > 2 ? number * 1_000L : null);
              component.setModifiedMillis(number > 4 ? number * 2_000L : null);
              return component;
            });
  }

  /** Components with this start and an end, a duration or neither. */
  private static Arbitrary<Component> lengths(CalendarTime start) {
    boolean date = start.getForm() == TimeForm.DATE;
    Arbitrary<Long> seconds =
        date
            ? Arbitraries.longs().between(1, 40).map(days -> days * 86_400)
            : Arbitraries.oneOf(
                Arbitraries.longs().between(0, 7_200), Arbitraries.longs().between(0, 4_000_000));
    return Combinators.combine(Arbitraries.integers().between(0, 3), seconds)
        .as(
            (kind, length) -> {
              Component.Builder component = Component.newBuilder().setStart(start);
              switch (kind) {
                case 0 ->
                    component.setEnd(
                        new CalendarTime(
                            start.getForm(), start.getLocal() + length, start.getZone()));
                case 1 ->
                    component.setDuration(
                        date
                            ? new EventDuration((int) (length / 86_400), 0L)
                            : new EventDuration(0, length));
                case 2 -> component.setDuration(new EventDuration((int) (length / 86_400), 0L));
                default -> {
                  // neither
                }
              }
              return component.build();
            });
  }

  private static Arbitrary<CalendarTime> times() {
    Arbitrary<Long> locals =
        Arbitraries.oneOf(
            Arbitraries.longs().between(local(1970, 1), local(2037, 12)),
            // around changes of zones' offsets, to the half hour
            Arbitraries.of(
                    "2026-03-29T00:00",
                    "2026-10-25T00:00",
                    "2026-03-08T00:00",
                    "2026-11-01T00:00",
                    "2011-12-29T00:00")
                .flatMap(
                    day ->
                        Arbitraries.longs()
                            .between(0, 96)
                            .map(
                                half ->
                                    LocalDateTime.parse(day).toEpochSecond(ZoneOffset.UTC)
                                        + half * 1_800)));
    return Combinators.combine(locals, Arbitraries.of(TimeForm.class), Arbitraries.of(ZONES))
        .as(
            (local, form, zone) ->
                new CalendarTime(
                    form,
                    form == TimeForm.DATE ? Math.floorDiv(local, 86_400L) * 86_400 : local,
                    form == TimeForm.ZONED ? zone : null));
  }

  private static long local(int year, int month) {
    return LocalDateTime.of(year, month, 1, 0, 0).toEpochSecond(ZoneOffset.UTC);
  }

  private static Arbitrary<@Nullable String> texts() {
    return Arbitraries.oneOf(
            Arbitraries.of("", "Standup", "Überblick 📅"),
            Arbitraries.strings().withCharRange(' ', '\u017f').ofMaxLength(300))
        .injectNull(0.2);
  }

  private static Arbitrary<List<Attendee>> attendees() {
    return Combinators.combine(Arbitraries.of(ADDRESSES), Arbitraries.of(ParticipationStatus.class))
        .as(Attendee::new)
        .list()
        .ofMaxSize(4);
  }

  private static Event event(Component master, List<EventOverride> overrides) {
    return new Event("u1", master, overrides, List.of(), "BEGIN:VCALENDAR");
  }
}
