package org.kalends.schemas.event;

import java.time.DayOfWeek;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A RECUR value (RFC 5545 §3.3.10, with RSCALE=GREGORIAN and SKIP of RFC 7529), parsed and checked
 * but not expanded. Lists are sorted as written; an empty one is a part that is not there.
 * Immutable.
 *
 * @param interval 1…{@link EventLimits#MAX_INTERVAL}
 * @param count 0 when there is none
 * @param until null when there is none
 * @param skip OMIT when there is none
 */
public record RecurrenceRule(
    Frequency frequency,
    int interval,
    int count,
    @Nullable Until until,
    List<Integer> bySecond,
    List<Integer> byMinute,
    List<Integer> byHour,
    List<WeekdayNumber> byDay,
    List<Integer> byMonthDay,
    List<Integer> byYearDay,
    List<Integer> byWeekNo,
    List<Integer> byMonth,
    List<Integer> bySetPos,
    DayOfWeek weekStart,
    Skip skip) {

  /** FREQ, the shortest first. */
  public enum Frequency {
    SECONDLY,
    MINUTELY,
    HOURLY,
    DAILY,
    WEEKLY,
    MONTHLY,
    YEARLY;

    /** Whether an instance is told by its time of day. */
    public boolean isSubDaily() {
      return compareTo(DAILY) < 0;
    }
  }

  /** SKIP (RFC 7529 §4.1): what becomes of a date that does not exist. */
  public enum Skip {
    OMIT,
    BACKWARD,
    FORWARD
  }

  /** The form of UNTIL. */
  public enum UntilForm {
    DATE,
    LOCAL,
    UTC
  }

  /**
   * UNTIL.
   *
   * @param time by the wall clock, in UTC for {@link UntilForm#UTC}; midnight for a date
   */
  public record Until(UntilForm form, LocalDateTime time) {}

  /**
   * One value of BYDAY.
   *
   * @param ordinal 0 for every such weekday
   */
  public record WeekdayNumber(int ordinal, DayOfWeek day) {
    @Override
    public String toString() {
      return (ordinal == 0 ? "" : Integer.toString(ordinal)) + day.name().substring(0, 2);
    }
  }

  public RecurrenceRule {
    bySecond = List.copyOf(bySecond);
    byMinute = List.copyOf(byMinute);
    byHour = List.copyOf(byHour);
    byDay = List.copyOf(byDay);
    byMonthDay = List.copyOf(byMonthDay);
    byYearDay = List.copyOf(byYearDay);
    byWeekNo = List.copyOf(byWeekNo);
    byMonth = List.copyOf(byMonth);
    bySetPos = List.copyOf(bySetPos);
  }

  /**
   * Parses the value of an RRULE or EXRULE.
   *
   * @throws InvalidEventException naming the part at fault
   */
  public static RecurrenceRule parse(String value) throws InvalidEventException {
    return new RecurrenceRuleParser(value).parse();
  }

  /** Whether no COUNT and no UNTIL ends it. */
  public boolean isEndless() {
    return count == 0 && until == null;
  }

  /** The rule as it applies to dates, whose times of day are ignored (RFC 5545 §3.3.10). */
  public RecurrenceRule ofDates() {
    return bySecond.isEmpty() && byMinute.isEmpty() && byHour.isEmpty()
        ? this
        : new RecurrenceRule(
            frequency,
            interval,
            count,
            until,
            List.of(),
            List.of(),
            List.of(),
            byDay,
            byMonthDay,
            byYearDay,
            byWeekNo,
            byMonth,
            bySetPos,
            weekStart,
            skip);
  }

  /** The value in canonical form: upper case, parts in a fixed order. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    if (skip != Skip.OMIT) {
      text.append("RSCALE=GREGORIAN;");
    }
    text.append("FREQ=").append(frequency);
    if (interval != 1) {
      text.append(";INTERVAL=").append(interval);
    }
    if (count != 0) {
      text.append(";COUNT=").append(count);
    }
    if (until != null) {
      text.append(";UNTIL=").append(RecurrenceRuleParser.written(until));
    }
    Map<String, List<?>> lists = new java.util.LinkedHashMap<>();
    lists.put("BYSECOND", bySecond);
    lists.put("BYMINUTE", byMinute);
    lists.put("BYHOUR", byHour);
    lists.put("BYDAY", byDay);
    lists.put("BYMONTHDAY", byMonthDay);
    lists.put("BYYEARDAY", byYearDay);
    lists.put("BYWEEKNO", byWeekNo);
    lists.put("BYMONTH", byMonth);
    lists.put("BYSETPOS", bySetPos);
    lists.forEach(
        (name, list) -> {
          if (!list.isEmpty()) {
            text.append(';')
                .append(name)
                .append('=')
                .append(list.stream().map(Object::toString).collect(Collectors.joining(",")));
          }
        });
    if (weekStart != DayOfWeek.MONDAY) {
      text.append(";WKST=").append(weekStart.name(), 0, 2);
    }
    if (skip != Skip.OMIT) {
      text.append(";SKIP=").append(skip.name().toUpperCase(Locale.ROOT));
    }
    return text.toString();
  }
}
