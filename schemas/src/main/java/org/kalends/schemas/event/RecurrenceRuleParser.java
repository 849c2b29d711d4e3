package org.kalends.schemas.event;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.kalends.schemas.event.RecurrenceRule.Frequency;
import org.kalends.schemas.event.RecurrenceRule.Skip;
import org.kalends.schemas.event.RecurrenceRule.Until;
import org.kalends.schemas.event.RecurrenceRule.UntilForm;
import org.kalends.schemas.event.RecurrenceRule.WeekdayNumber;

/**
 * Reads one RECUR value. Case does not matter; an empty part at the end is passed over, as many
 * writers leave one.
 */
final class RecurrenceRuleParser {
  private static final String RFC = "RFC 5545 3.3.10: ";
  private static final Pattern WEEKDAY = Pattern.compile("([+-]?\\d{1,3})?(MO|TU|WE|TH|FR|SA|SU)");
  private static final Pattern NUMBER = Pattern.compile("[+-]?\\d{1,9}");
  private static final Pattern UNTIL = Pattern.compile("(\\d{8})(?:T(\\d{6})(Z?))?");
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("uuuuMMdd", Locale.ROOT).withResolverStyle(ResolverStyle.STRICT);
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HHmmss", Locale.ROOT);
  private static final Map<String, DayOfWeek> DAYS =
      Map.of(
          "MO", DayOfWeek.MONDAY,
          "TU", DayOfWeek.TUESDAY,
          "WE", DayOfWeek.WEDNESDAY,
          "TH", DayOfWeek.THURSDAY,
          "FR", DayOfWeek.FRIDAY,
          "SA", DayOfWeek.SATURDAY,
          "SU", DayOfWeek.SUNDAY);

  private final String value;
  private final Map<String, String> parts = new LinkedHashMap<>();

  RecurrenceRuleParser(String value) {
    this.value = value;
  }

  RecurrenceRule parse() throws InvalidEventException {
    split();
    Frequency frequency = frequency();
    checkScale();
    RecurrenceRule rule =
        new RecurrenceRule(
            frequency,
            positive("INTERVAL", 1, EventLimits.MAX_INTERVAL),
            positive("COUNT", 0, EventLimits.MAX_COUNT),
            until(),
            numbers("BYSECOND", 0, 60, false),
            numbers("BYMINUTE", 0, 59, false),
            numbers("BYHOUR", 0, 23, false),
            weekdays(),
            numbers("BYMONTHDAY", 1, 31, true),
            numbers("BYYEARDAY", 1, 366, true),
            numbers("BYWEEKNO", 1, 53, true),
            numbers("BYMONTH", 1, 12, false),
            numbers("BYSETPOS", 1, 366, true),
            weekStart(),
            skip());
    for (String unknown : parts.keySet()) {
      throw broken("The rule has an unknown part", unknown, "the parts of a rule are listed there");
    }
    checkTogether(rule);
    return rule;
  }

  private void split() throws InvalidEventException {
    for (String part : value.strip().toUpperCase(Locale.ROOT).split(";", -1)) {
      if (part.isBlank()) {
        continue;
      }
      int equals = part.indexOf('=');
      if (equals < 0) {
        throw broken("The rule has a part without a value", part, "a part is NAME=VALUE");
      }
      String name = part.substring(0, equals).strip();
      if (parts.putIfAbsent(name, part.substring(equals + 1).strip()) != null) {
        throw broken("The rule has a part twice", name, "a part stands at most once");
      }
    }
  }

  private Frequency frequency() throws InvalidEventException {
    String written = parts.remove("FREQ");
    if (written == null) {
      throw broken("The rule has no FREQ", "FREQ", "FREQ is required");
    }
    for (Frequency frequency : Frequency.values()) {
      if (frequency.name().equals(written)) {
        return frequency;
      }
    }
    throw broken(
        "The rule has an unknown frequency",
        "FREQ=" + written,
        "FREQ is one of SECONDLY to YEARLY");
  }

  private void checkScale() throws InvalidEventException {
    String scale = parts.remove("RSCALE");
    if (scale == null && parts.containsKey("SKIP")) {
      throw InvalidEventException.broken(
          "The rule has SKIP without RSCALE; rule=" + value,
          "RRULE",
          "RFC 7529 4.1: SKIP needs RSCALE");
    }
    if (scale != null && !scale.equals("GREGORIAN")) {
      throw InvalidEventException.broken(
          "Only the Gregorian calendar scale is supported; rscale=" + scale,
          "RRULE",
          "RFC 7529 4.1: RSCALE");
    }
  }

  private int positive(String name, int absent, int max) throws InvalidEventException {
    String written = parts.remove(name);
    if (written == null) {
      return absent;
    }
    if (!NUMBER.matcher(written).matches() || Integer.parseInt(written) < 1) {
      throw broken(
          "A part of the rule is no positive whole number",
          name + "=" + written,
          name + " is a positive integer");
    }
    int number = Integer.parseInt(written);
    if (number > max) {
      throw InvalidEventException.limit(
          "A part of the rule is too large; " + name + "=" + number, "RRULE", name + " ≤ " + max);
    }
    return number;
  }

  private @Nullable Until until() throws InvalidEventException {
    String written = parts.remove("UNTIL");
    if (written == null) {
      return null;
    }
    Matcher matcher = UNTIL.matcher(written);
    try {
      if (matcher.matches()) {
        LocalDate date = LocalDate.parse(matcher.group(1), DATE);
        String time = matcher.group(2);
        if (time == null) {
          return new Until(UntilForm.DATE, date.atStartOfDay());
        }
        // second 60 is a leap second: the clock of ours shows its last second for it
        String clock = time.endsWith("60") ? time.substring(0, 4) + "59" : time;
        UntilForm form = matcher.group(3).isEmpty() ? UntilForm.LOCAL : UntilForm.UTC;
        return new Until(form, date.atTime(java.time.LocalTime.parse(clock, TIME)));
      }
    } catch (DateTimeException e) {
      throw broken(
          "The rule ends on a day that does not exist",
          "UNTIL=" + written,
          "UNTIL is a date or date-time");
    }
    throw broken("The rule's end is no date", "UNTIL=" + written, "UNTIL is a date or date-time");
  }

  static String written(Until until) {
    LocalDateTime time = until.time();
    String date = time.format(DATE);
    return switch (until.form()) {
      case DATE -> date;
      case LOCAL -> date + "T" + time.format(TIME);
      case UTC -> date + "T" + time.format(TIME) + "Z";
    };
  }

  private List<Integer> numbers(String name, int min, int max, boolean negative)
      throws InvalidEventException {
    List<Integer> numbers = new ArrayList<>();
    for (String item : items(name)) {
      if (!NUMBER.matcher(item).matches()) {
        throw broken(
            "A list of the rule has something that is no number",
            name + "=" + item,
            name + " is a list of integers");
      }
      int number = Integer.parseInt(item);
      int size = negative ? Math.abs(number) : number;
      if (size < min || size > max) {
        String range = (negative ? "±" : "") + min + "…" + max;
        throw broken(
            "A list of the rule has a value out of range",
            name + "=" + number,
            name + " has values of " + range);
      }
      numbers.add(number);
    }
    return numbers;
  }

  private List<WeekdayNumber> weekdays() throws InvalidEventException {
    List<WeekdayNumber> days = new ArrayList<>();
    for (String item : items("BYDAY")) {
      Matcher matcher = WEEKDAY.matcher(item);
      if (!matcher.matches()) {
        throw broken(
            "The rule has an unknown weekday",
            "BYDAY=" + item,
            "BYDAY has weekdays MO to SU, with a number before");
      }
      int ordinal = matcher.group(1) == null ? 0 : Integer.parseInt(matcher.group(1));
      if (matcher.group(1) != null && (ordinal == 0 || Math.abs(ordinal) > 53)) {
        throw broken(
            "A weekday's number is out of range", "BYDAY=" + item, "the number is of ±1…53");
      }
      days.add(new WeekdayNumber(ordinal, day(matcher.group(2))));
    }
    return days;
  }

  private List<String> items(String name) throws InvalidEventException {
    String written = parts.remove(name);
    if (written == null) {
      return List.of();
    }
    List<String> items = new ArrayList<>();
    for (String item : written.split(",", -1)) {
      items.add(item.strip());
    }
    if (items.size() > EventLimits.MAX_BY_LIST) {
      throw InvalidEventException.limit(
          "A list of the rule is too long; " + name + " values=" + items.size(),
          "RRULE",
          "values of a list ≤ " + EventLimits.MAX_BY_LIST);
    }
    return items;
  }

  private DayOfWeek weekStart() throws InvalidEventException {
    String written = parts.remove("WKST");
    if (written == null) {
      return DayOfWeek.MONDAY;
    }
    if (!DAYS.containsKey(written)) {
      throw broken(
          "The rule's week begins on an unknown day",
          "WKST=" + written,
          "WKST is a weekday MO to SU");
    }
    return day(written);
  }

  private static DayOfWeek day(String code) {
    DayOfWeek day = DAYS.get(code);
    if (day == null) {
      throw new IllegalArgumentException(code);
    }
    return day;
  }

  private Skip skip() throws InvalidEventException {
    String written = parts.remove("SKIP");
    if (written == null) {
      return Skip.OMIT;
    }
    for (Skip skip : Skip.values()) {
      if (skip.name().equals(written)) {
        return skip;
      }
    }
    throw InvalidEventException.broken(
        "The rule has an unknown SKIP; SKIP=" + written,
        "RRULE",
        "RFC 7529 4.1: SKIP is OMIT, BACKWARD or FORWARD");
  }

  private void checkTogether(RecurrenceRule rule) throws InvalidEventException {
    Frequency frequency = rule.frequency();
    if (rule.count() != 0 && rule.until() != null) {
      throw broken(
          "The rule has both COUNT and UNTIL", "COUNT", "COUNT and UNTIL do not stand in one rule");
    }
    boolean numbered = rule.byDay().stream().anyMatch(day -> day.ordinal() != 0);
    if (numbered && frequency != Frequency.MONTHLY && frequency != Frequency.YEARLY) {
      throw broken(
          "A numbered weekday needs MONTHLY or YEARLY",
          "BYDAY",
          "BYDAY has numbers with MONTHLY and YEARLY only");
    }
    if (numbered && !rule.byWeekNo().isEmpty()) {
      throw broken(
          "A numbered weekday does not go with BYWEEKNO",
          "BYDAY",
          "BYDAY has no numbers with BYWEEKNO");
    }
    if (!rule.byWeekNo().isEmpty() && frequency != Frequency.YEARLY) {
      throw broken("BYWEEKNO needs YEARLY", "BYWEEKNO", "BYWEEKNO stands with YEARLY only");
    }
    boolean byDayFrequency =
        frequency == Frequency.DAILY
            || frequency == Frequency.WEEKLY
            || frequency == Frequency.MONTHLY;
    if (!rule.byYearDay().isEmpty() && byDayFrequency) {
      throw broken(
          "BYYEARDAY does not go with this frequency",
          "BYYEARDAY",
          "BYYEARDAY does not stand with DAILY, WEEKLY, MONTHLY");
    }
    if (!rule.byMonthDay().isEmpty() && frequency == Frequency.WEEKLY) {
      throw broken(
          "BYMONTHDAY does not go with WEEKLY",
          "BYMONTHDAY",
          "BYMONTHDAY does not stand with WEEKLY");
    }
    boolean anyOther =
        !(rule.bySecond().isEmpty()
            && rule.byMinute().isEmpty()
            && rule.byHour().isEmpty()
            && rule.byDay().isEmpty()
            && rule.byMonthDay().isEmpty()
            && rule.byYearDay().isEmpty()
            && rule.byWeekNo().isEmpty()
            && rule.byMonth().isEmpty());
    if (!rule.bySetPos().isEmpty() && !anyOther) {
      throw broken("BYSETPOS stands alone", "BYSETPOS", "BYSETPOS needs another BYxxx part");
    }
  }

  private InvalidEventException broken(String sentence, String part, String rule) {
    return InvalidEventException.broken(
        sentence + "; part=" + part + " rule=" + value, "RRULE", RFC + rule);
  }
}
