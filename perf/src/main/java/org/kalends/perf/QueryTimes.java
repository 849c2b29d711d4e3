package org.kalends.perf;

import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.kalends.schemas.AttendeeAddress;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;
import org.kalends.schemas.TimeRange;

/**
 * Times each question of the seed scenario through one probe: windows of 1, 7 and 30 days that lie
 * in the last quarter of the calendar's days, drawn by a fixed seed so that every probe is asked
 * the same.
 */
final class QueryTimes {
  private static final int[] WINDOW_DAYS = {1, 7, 30};
  private static final int[] USERS = {1, 3};

  /**
   * One row of the table.
   *
   * @param work what was asked
   * @param probe through which way
   * @param answers how many answers a call got on average
   */
  record Row(String work, String probe, Timings timings, double answers) {}

  @FunctionalInterface
  private interface Question {
    long ask(TimeRange window) throws Exception;
  }

  private final CalendarId calendar;
  private final int events;
  private final int calls;

  /**
   * @param events in the calendar, made by {@link CalendarGenerator}
   * @param calls of each question that are timed, after as many that are not
   */
  QueryTimes(CalendarId calendar, int events, int calls) {
    this.calendar = calendar;
    this.events = events;
    this.calls = calls;
  }

  List<Row> ask(Probe probe) throws Exception {
    List<Row> rows = new ArrayList<>();
    SplittableRandom uids = new SplittableRandom(1);
    rows.add(
        timed(
            "by id",
            probe,
            1,
            window ->
                probe.byId(calendar, new EventUid(CalendarGenerator.uidOf(uids.nextInt(events))))));
    for (int days : WINDOW_DAYS) {
      rows.add(
          timed("period, " + days(days), probe, days, window -> probe.period(calendar, window)));
    }
    for (int days : WINDOW_DAYS) {
      rows.add(
          timed(
              "occurrences, " + days(days),
              probe,
              days,
              window -> probe.occurrences(calendar, window)));
    }
    for (int user : USERS) {
      AttendeeAddress attendee = AttendeeAddress.of(CalendarGenerator.user(user));
      for (int days : WINDOW_DAYS) {
        rows.add(
            timed(
                "user " + user + ", " + days(days),
                probe,
                days,
                window -> probe.occurrences(attendee, window)));
      }
    }
    return rows;
  }

  private Row timed(String work, Probe probe, int windowDays, Question question) throws Exception {
    List<TimeRange> windows = windows(windowDays);
    for (TimeRange window : windows) {
      question.ask(window);
    }
    Timings timings = new Timings();
    long answers = 0;
    for (TimeRange window : windows) {
      long start = System.nanoTime();
      answers += question.ask(window);
      timings.add(System.nanoTime() - start);
    }
    return new Row(work, probe.name(), timings, answers / (double) windows.size());
  }

  private List<TimeRange> windows(int windowDays) {
    SplittableRandom random = new SplittableRandom(windowDays);
    int days = Math.max(1, events / CalendarGenerator.EVENTS_A_DAY);
    int lastQuarter = Math.max(1, days / 4);
    List<TimeRange> windows = new ArrayList<>();
    for (int i = 0; i < calls; i++) {
      LocalDate first =
          CalendarGenerator.FIRST_DAY.plusDays(days - lastQuarter + random.nextInt(lastQuarter));
      ZonedDateTime from = first.atStartOfDay(CalendarGenerator.ZONE);
      windows.add(new TimeRange(from.toInstant(), from.plusDays(windowDays).toInstant()));
    }
    return windows;
  }

  private static String days(int days) {
    return days == 1 ? "1 day" : days + " days";
  }
}
