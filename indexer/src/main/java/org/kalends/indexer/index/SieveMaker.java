package org.kalends.indexer.index;

import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.kalends.schemas.avro.CalendarTime;
import org.kalends.schemas.avro.Component;
import org.kalends.schemas.avro.Event;
import org.kalends.schemas.avro.EventDuration;
import org.kalends.schemas.avro.EventOverride;
import org.kalends.schemas.avro.RecurrenceDate;
import org.kalends.schemas.avro.TimeForm;

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
      maker.add(parts(rule), date(master.getStart()));
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

  private void add(Map<String, String> rule, LocalDate start) {
    boolean yearly = "YEARLY".equals(rule.get("FREQ"));
    boolean monthly = "MONTHLY".equals(rule.get("FREQ"));
    boolean understood =
        (yearly || monthly)
            && !rule.containsKey("RSCALE")
            && !rule.containsKey("SKIP")
            && !rule.containsKey("BYWEEKNO")
            && !rule.containsKey("BYYEARDAY");
    if (!understood) {
      months = Sieve.ALL_MONTHS;
      days = Sieve.ALL_DAYS;
      return;
    }
    boolean namesDays = rule.containsKey("BYDAY") || rule.containsKey("BYMONTHDAY");
    String byMonth = rule.get("BYMONTH");
    if (byMonth != null) {
      values(byMonth).forEach(month -> months |= monthBit(Integer.parseInt(month)));
    } else {
      months |= yearly && !namesDays ? monthBit(start.getMonthValue()) : Sieve.ALL_MONTHS;
    }
    days |= days(rule, start, monthly || byMonth != null);
  }

  private static int days(Map<String, String> rule, LocalDate start, boolean weekdaysOfMonth) {
    String byMonthDay = rule.get("BYMONTHDAY");
    if (byMonthDay != null) {
      return values(byMonthDay).stream()
          .mapToInt(day -> monthDayBits(Integer.parseInt(day)))
          .reduce(0, (a, b) -> a | b);
    }
    String byDay = rule.get("BYDAY");
    if (byDay == null) {
      return dayBit(start.getDayOfMonth());
    }
    return weekdaysOfMonth
        ? values(byDay).stream().mapToInt(SieveMaker::weekdayBits).reduce(0, (a, b) -> a | b)
        : Sieve.ALL_DAYS;
  }

  /** The days that a BYMONTHDAY can be in months of 28 to 31 days. */
  private static int monthDayBits(int day) {
    return day > 0 ? dayBit(day) : Sieve.bits(Math.max(1, 29 + day), 32 + day);
  }

  /** The days that a BYDAY such as 2TU or -1FR can be in months of 28 to 31 days. */
  private static int weekdayBits(String weekday) {
    String number = weekday.substring(0, weekday.length() - 2);
    if (number.isEmpty()) {
      return Sieve.ALL_DAYS;
    }
    int nth = Integer.parseInt(number);
    int from = nth > 0 ? 7 * nth - 6 : 29 + 7 * nth;
    int to = nth > 0 ? 7 * nth : 38 + 7 * nth;
    return from > 31 || to < 1 ? 0 : Sieve.bits(Math.max(1, from), Math.min(31, to));
  }

  private static Map<String, String> parts(String rule) {
    Map<String, String> parts = new HashMap<>();
    for (String part : List.of(rule.split(";", -1))) {
      int equals = part.indexOf('=');
      if (equals > 0) {
        parts.put(part.substring(0, equals), part.substring(equals + 1));
      }
    }
    return parts;
  }

  private static List<String> values(String list) {
    return List.of(list.split(",", -1));
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
