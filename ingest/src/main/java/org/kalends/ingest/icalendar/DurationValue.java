package org.kalends.ingest.icalendar;

import java.util.Locale;
import org.kalends.schemas.avro.EventDuration;

/**
 * DURATION values (RFC 5545 §3.3.6): days are nominal, hours, minutes and seconds exact. Beside the
 * grammar, and noted: {@code M} without {@code T} are minutes, units may be mixed, left out or
 * stand in lower case ({@code P15M}, {@code P1DT}, {@code P1W2D}, {@code PT}).
 */
final class DurationValue {
  static final String RULE = "RFC 5545 3.3.6: a duration is [+-]P(nW | nD[T…] | T[nH][nM][nS])";

  /** Days of the longest duration: ten thousand years. */
  static final int MAX_DAYS = 3_652_500;

  private static final long MAX_SECONDS = MAX_DAYS * 86_400L;
  private static final int MAX_DIGITS = 12;

  private final ContentLine property;
  private final String written;
  private final String text;
  private int position;
  private boolean wild;
  private long days;
  private long seconds;

  private DurationValue(ContentLine property, String written) {
    this.property = property;
    this.written = written.strip();
    this.text = this.written.toUpperCase(Locale.ROOT);
    this.wild = !text.equals(this.written);
  }

  /** The duration of a property's value, or of one item of its list. */
  static EventDuration parse(ContentLine property, String item, Notes notes) throws PropertyFault {
    DurationValue value = new DurationValue(property, item);
    EventDuration duration = value.parse();
    if (value.wild) {
      notes.add(property, Tolerance.WILD_DURATION);
    }
    return duration;
  }

  private EventDuration parse() throws PropertyFault {
    boolean negative = peek() == '-';
    if (negative || peek() == '+') {
      position++;
    }
    if (peek() != 'P') {
      throw notADuration();
    }
    position++;
    boolean inTime = false;
    int rank = -1;
    int units = 0;
    int timeUnits = 0;
    while (position < text.length()) {
      if (peek() == 'T') {
        wild |= inTime;
        inTime = true;
        position++;
        continue;
      }
      int unitRank = unit(inTime);
      wild |= unitRank <= rank || rank == 0;
      rank = unitRank;
      units++;
      timeUnits += unitRank > 1 ? 1 : 0;
    }
    wild |= units == 0 || inTime && timeUnits == 0;
    int sign = negative ? -1 : 1;
    return new EventDuration((int) (sign * days), sign * seconds);
  }

  /** Reads one number with its unit; returns the unit's rank from weeks (0) to seconds (4). */
  private int unit(boolean inTime) throws PropertyFault {
    int start = position;
    while (peek() >= '0' && peek() <= '9') {
      position++;
    }
    if (position == start || position - start > MAX_DIGITS) {
      throw notADuration();
    }
    long number = Long.parseLong(text, start, position, 10);
    int rank = "WDHMS".indexOf(peek());
    if (rank < 0) {
      throw notADuration();
    }
    position++;
    wild |= inTime != rank > 1;
    switch (rank) {
      case 0 -> days += 7 * number;
      case 1 -> days += number;
      case 2 -> seconds += 3600 * number;
      case 3 -> seconds += 60 * number;
      default -> seconds += number;
    }
    if (days > MAX_DAYS || seconds > MAX_SECONDS) {
      throw PropertyFault.limit(
          "The duration is too long; value=" + written + " maxDays=" + MAX_DAYS,
          property.line(),
          property.name(),
          "days of a duration");
    }
    return rank;
  }

  private char peek() {
    return position < text.length() ? text.charAt(position) : 0;
  }

  private PropertyFault notADuration() {
    return PropertyFault.broken(
        property,
        "The value is no duration; property=" + property.name() + " value=" + written,
        RULE);
  }
}
