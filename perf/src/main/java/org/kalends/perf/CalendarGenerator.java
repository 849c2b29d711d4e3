package org.kalends.perf;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.kalends.schemas.avro.Attendee;
import org.kalends.schemas.avro.CalendarTime;
import org.kalends.schemas.avro.Component;
import org.kalends.schemas.avro.Event;
import org.kalends.schemas.avro.EventDuration;
import org.kalends.schemas.avro.EventStatus;
import org.kalends.schemas.avro.ParticipationStatus;
import org.kalends.schemas.avro.TimeForm;

/**
 * A calendar as the seed measurement had it: {@value #EVENTS_A_DAY} new events a day, in office
 * hours, of one zone; user 1 attends one in three, user 2 one in ten, user 3 one in 25, and one to
 * three of 200 others each. The same seed gives the same events.
 */
final class CalendarGenerator {
  static final int EVENTS_A_DAY = 40;
  static final LocalDate FIRST_DAY = LocalDate.of(2024, 1, 1);
  static final ZoneId ZONE = ZoneId.of("Europe/Berlin");

  private static final int OTHERS = 200;
  private static final int QUARTER_HOUR_SECONDS = 15 * 60;

  /** What one event in a hundred is. Each share is a number of events in 100. */
  record Mix(int daily, int weekly, int monthly, int endless) {
    /** Most are single; 2 in 100 never end. */
    static final Mix WITH_ENDLESS = new Mix(4, 4, 2, 2);

    static final Mix WITHOUT_ENDLESS = new Mix(5, 5, 2, 0);
  }

  private final Mix mix;
  private final long seed;

  CalendarGenerator(Mix mix, long seed) {
    this.mix = mix;
    this.seed = seed;
  }

  /** The day on which the n-th event starts. */
  static LocalDate dayOf(int event) {
    return FIRST_DAY.plusDays(event / EVENTS_A_DAY);
  }

  static String uidOf(int event) {
    return "event-" + event + "@perf.example.org";
  }

  static String user(int number) {
    return "user" + number + "@perf.example.org";
  }

  /** The first {@code count} events, one at a time. */
  Iterator<Event> events(int count) {
    return new Iterator<>() {
      private int next;

      @Override
      public boolean hasNext() {
        return next < count;
      }

      @Override
      public Event next() {
        if (next == count) {
          throw new NoSuchElementException();
        }
        return event(next++);
      }
    };
  }

  /** The n-th event; equal for equal seeds. */
  Event event(int number) {
    SplittableRandom random = new SplittableRandom(seed * 1_000_003L + number);
    LocalDateTime start =
        dayOf(number).atTime(LocalTime.of(8, 0)).plusMinutes(15L * random.nextInt(40));
    Component component =
        Component.newBuilder()
            .setStart(
                new CalendarTime(TimeForm.ZONED, start.toEpochSecond(ZoneOffset.UTC), ZONE.getId()))
            .setDuration(new EventDuration(0, (1L + random.nextInt(8)) * QUARTER_HOUR_SECONDS))
            .setRules(rules(random.nextInt(100)))
            .setStatus(EventStatus.CONFIRMED)
            .setSummary("Meeting " + number + " about project " + random.nextInt(50))
            .setLocation("Room " + random.nextInt(30))
            .setOrganizer("mailto:" + user(100 + random.nextInt(OTHERS)))
            .setAttendees(attendees(random))
            .setStampMillis(start.toInstant(ZoneOffset.UTC).toEpochMilli())
            .build();
    return Event.newBuilder().setUid(uidOf(number)).setMaster(component).build();
  }

  private List<String> rules(int roll) {
    if (roll < mix.endless()) {
      return List.of("FREQ=WEEKLY");
    }
    int left = roll - mix.endless();
    if (left < mix.daily()) {
      return List.of("FREQ=DAILY;COUNT=5");
    }
    left -= mix.daily();
    if (left < mix.weekly()) {
      return List.of("FREQ=WEEKLY;COUNT=10");
    }
    left -= mix.weekly();
    return left < mix.monthly() ? List.of("FREQ=MONTHLY;COUNT=12") : List.of();
  }

  private static List<Attendee> attendees(SplittableRandom random) {
    TreeSet<String> addresses = new TreeSet<>();
    if (random.nextInt(3) == 0) {
      addresses.add(user(1));
    }
    if (random.nextInt(10) == 0) {
      addresses.add(user(2));
    }
    if (random.nextInt(25) == 0) {
      addresses.add(user(3));
    }
    for (int others = 1 + random.nextInt(3); others > 0; others--) {
      addresses.add(user(100 + random.nextInt(OTHERS)));
    }
    List<Attendee> attendees = new ArrayList<>();
    addresses.forEach(
        address -> attendees.add(new Attendee("mailto:" + address, ParticipationStatus.ACCEPTED)));
    return attendees;
  }
}
