package org.kalends.indexer.index;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.concurrent.TimeUnit;
import org.kalends.schemas.TimeRange;
import org.kalends.schemas.avro.Event;

/**
 * The months and days of a month that a series' occurrences can start on, and how far they reach:
 * tells for most windows that a birthday or a monthly report is not in them, so that an endless
 * series need not be decoded and expanded to find nothing.
 *
 * <p>It may let through a window in which nothing happens; it never holds one back in which
 * something does. Dates are the series' own local ones. They lie less than {@link #BEHIND_HOURS}
 * behind and less than {@link #AHEAD_HOURS} ahead of UTC: zones' offsets are at most 18 h, and a
 * local time that a zone skips is shifted by the gap, at most 24 h.
 *
 * @param months bit 0 is January; 0 when this series has no sieve
 * @param days bit 0 is the first of the month
 * @param reachDays how many days behind its start's date an occurrence may still go on
 */
record Sieve(int months, int days, int reachDays) {
  /** Lets every window through. */
  static final Sieve OPEN = new Sieve(0, 0, 0);

  static final int ALL_MONTHS = 0xfff;
  static final int ALL_DAYS = 0x7fff_ffff;

  /** A window or reach as long as a year meets every date. */
  static final int MAX_DAYS = 366;

  private static final int BEHIND_HOURS = 18;
  private static final int AHEAD_HOURS = 18 + 24;

  static Sieve of(Event event) {
    return SieveMaker.sieve(event);
  }

  static Sieve read(byte[] entry) {
    return new Sieve(
        OrderedBytes.unsignedShort(entry, EntryLayout.SIEVE_MONTHS),
        OrderedBytes.getInt(entry, EntryLayout.SIEVE_DAYS),
        OrderedBytes.unsignedShort(entry, EntryLayout.SIEVE_REACH));
  }

  void write(RowWriter out) {
    out.putShort(months).putInt(days).putShort(reachDays);
  }

  /** Whether it is certain that nothing of the series happens in the window. */
  boolean cannotOccurIn(TimeRange window) {
    if (months == 0
        || window.toMillis() - window.fromMillis() >= TimeUnit.DAYS.toMillis(MAX_DAYS)) {
      return false;
    }
    LocalDate first =
        utcDate(window.fromMillis() - TimeUnit.HOURS.toMillis(AHEAD_HOURS)).minusDays(reachDays);
    LocalDate last = utcDate(window.toMillis() + TimeUnit.HOURS.toMillis(BEHIND_HOURS));
    for (LocalDate from = first; !from.isAfter(last); ) {
      LocalDate nextMonth = from.withDayOfMonth(1).plusMonths(1);
      int end = nextMonth.isAfter(last) ? last.getDayOfMonth() : from.lengthOfMonth();
      if (hasMonth(from.getMonthValue()) && (days & bits(from.getDayOfMonth(), end)) != 0) {
        return false;
      }
      from = nextMonth;
    }
    return true;
  }

  private boolean hasMonth(int month) {
    return (months & 1 << month - 1) != 0;
  }

  /** The bits from one number to another, both included; bit 0 stands for 1. */
  static int bits(int from, int to) {
    return (int) ((1L << to) - (1L << from - 1));
  }

  private static LocalDate utcDate(long millis) {
    return LocalDate.ofInstant(Instant.ofEpochMilli(millis), ZoneOffset.UTC);
  }
}
