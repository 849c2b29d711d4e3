package org.kalends.indexer.index;

import java.time.LocalDate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.kalends.schemas.avro.CalendarTime;
import org.kalends.schemas.avro.Component;
import org.kalends.schemas.avro.Event;
import org.kalends.schemas.avro.EventDuration;
import org.kalends.schemas.avro.EventOverride;
import org.kalends.schemas.avro.RecurrenceDate;
import org.kalends.schemas.avro.TimeForm;
import org.kalends.schemas.event.InvalidEventException;
import org.kalends.schemas.event.RecurrenceRule;
import org.kalends.schemas.event.RecurrenceRule.Frequency;
import org.kalends.schemas.event.RecurrenceRule.Skip;

/**
 * Finds a series' {@link Sieve} from its rules' parts, without expanding them (RFC 5545 §3.3.10):
 * yearly and monthly rules by months, days of the month and numbered weekdays. Whatever it does not
 * understand opens the sieve. One thread.
 */
final class SieveMaker {
  private static final int SECONDS_A_DAY = 86_400;

  /** Start and end may be told in zones that lie up to 36 hours apart. */
  private static final int ZONES_APART_DAYS = 2;

  private int months;
  private int days;
  private long reachDays;

  private SieveMaker() {}

  static Sieve sieve(Event event) {
    Component master = event.getMaster();
    if (master == null || master.getRules().isEmpty()) {
      return Sieve.OPEN;
    }
    SieveMaker maker = new SieveMaker();
    maker.add(master.getStart(), master.getEnd(), master.getDuration());
    for (String rule : master.getRules()) {
      maker.add(rule, date(master.getStart()));
    }
    for (RecurrenceDate extra : master.getRecurrenceDates()) {
      maker.add(extra.getStart(), extra.getEnd(), extra.getDuration());
    }
    for (EventOverride override : event.getOverrides()) {
      if (override.getThisAndFuture()) {
        return Sieve.OPEN;
      }
      Component component = override.getComponent();
      maker.add(component.getStart(), component.getEnd(), component.getDuration());
    }
    return maker.sieve();
  }

  private Sieve sieve() {
    boolean open =
        months == Sieve.ALL_MONTHS && days == Sieve.ALL_DAYS || reachDays >= Sieve.MAX_DAYS;
    return open ? Sieve.OPEN : new Sieve(months, days, (int) reachDays);
  }

  private void add(CalendarTime start, @Nullable CalendarTime end, @Nullable EventDuration length) {
    LocalDate date = date(start);
    months |= monthBit(date.getMonthValue());
    days |= dayBit(date.getDayOfMonth());
    long reach = start.getForm() == TimeForm.DATE ? 1 : 0;
    if (end != null) {
      reach = wholeDays(end.getLocal() - start.getLocal()) + ZONES_APART_DAYS;
    } else if (length != null) {
      reach = length.getDays() + wholeDays(length.getSeconds());
    }
    reachDays = Math.max(reachDays, reach);
  }

  private static long wholeDays(long seconds) {
    return Math.ceilDiv(Math.max(0, seconds), SECONDS_A_DAY);
  }

  private void add(String value, LocalDate start) {
    RecurrenceRule rule;
    try {
      rule = RecurrenceRule.parse(value);
    } catch (InvalidEventException e) {
      open();
      return;
    }
    boolean yearly = rule.frequency() == Frequency.YEARLY;
    boolean monthly = rule.frequency() == Frequency.MONTHLY;
    boolean understood =
        (yearly || monthly)
            && rule.skip() == Skip.OMIT
            && rule.byWeekNo().isEmpty()
            && rule.byYearDay().isEmpty();
    if (!understood) {
      open();
      return;
    }
    boolean namesDays = !rule.byDay().isEmpty() || !rule.byMonthDay().isEmpty();
    if (!rule.byMonth().isEmpty()) {
      rule.byMonth().forEach(month -> months |= monthBit(month));
    } else {
      months |= yearly && !namesDays ? monthBit(start.getMonthValue()) : Sieve.ALL_MONTHS;
    }
    days |= days(rule, start, monthly || !rule.byMonth().isEmpty());
  }

  private void open() {
    months = Sieve.ALL_MONTHS;
    days = Sieve.ALL_DAYS;
  }

  private static int days(RecurrenceRule rule, LocalDate start, boolean weekdaysOfMonth) {
    if (!rule.byMonthDay().isEmpty()) {
      return union(rule.byMonthDay().stream().mapToInt(SieveMaker::monthDayBits));
    }
    if (rule.byDay().isEmpty()) {
      return dayBit(start.getDayOfMonth());
    }
    return weekdaysOfMonth
        ? union(rule.byDay().stream().mapToInt(day -> weekdayBits(day.ordinal())))
        : Sieve.ALL_DAYS;
  }

  private static int union(IntStream bits) {
    return bits.reduce(0, (a, b) -> a | b);
  }

  /** The days that a BYMONTHDAY can be in months of 28 to 31 days. */
  private static int monthDayBits(int day) {
    return day > 0 ? dayBit(day) : Sieve.bits(Math.max(1, 29 + day), 32 + day);
  }

  /** The days that the nth such weekday, or from the end, can be in months of 28 to 31 days. */
  private static int weekdayBits(int nth) {
    if (nth == 0) {
      return Sieve.ALL_DAYS;
    }
    int from = nth > 0 ? 7 * nth - 6 : 29 + 7 * nth;
    int to = nth > 0 ? 7 * nth : 38 + 7 * nth;
    return from > 31 || to < 1 ? 0 : Sieve.bits(Math.max(1, from), Math.min(31, to));
  }

  private static int monthBit(int month) {
    return 1 << month - 1;
  }

  private static int dayBit(int day) {
    return 1 << day - 1;
  }

  private static LocalDate date(CalendarTime time) {
    return LocalDate.ofEpochDay(Math.floorDiv(time.getLocal(), SECONDS_A_DAY));
  }
}
