package org.kalends.indexer.index;

/**
 * Where the parts of an {@link IndexEntry} lie, format version 1. Numbers are big-endian, lengths
 * varints; a nullable text is its length + 1 and its UTF-8, or 0.
 *
 * <pre>
 * at  bytes   what
 *  0  1       format version
 *  1  1       kind: 1 once, 2 series
 *  2  4       sequence
 *  6  8       modified, epoch milliseconds
 *
 * once: a master that does not recur and has no overrides
 * 14  1       form of the start    {@link EnumCodes#TIME_FORM}
 * 15  8       start, wall-clock seconds as in CalendarTime.local
 * 23  1       kind of the end: a form as above, 5 seconds after the start, 6 days after the start
 * 24  8       end, wall-clock seconds; or so many seconds or days after the start
 * 32  1       status               {@link EnumCodes#STATUS}
 * 33  1       transparency         {@link EnumCodes#TRANSPARENCY}
 * 34  text    calendar
 *     text    uid
 *     text?   zone of the start
 *     text?   zone of the end, absent where it is the start's
 *     text?   classification
 *     text?   summary
 *     text?   location
 *     varint  participants: how many, then for each
 *       1     participation        {@link EnumCodes#PARTICIPATION}
 *       text  normalized address
 *
 * series: all else
 * 14  2       months of the sieve  {@link Sieve}
 * 16  4       days of the sieve
 * 20  2       reach of the sieve
 * 22  text    calendar
 *     text    uid
 *     rest    event: Avro, single-object encoding, without its text, descriptions and alarms
 * </pre>
 */
final class EntryLayout {
  static final int NEWEST_VERSION = 1;

  static final int KIND = 1;
  static final int SEQUENCE = 2;
  static final int MODIFIED = 6;

  static final int ONCE = 1;
  static final int SERIES = 2;

  static final int START_FORM = 14;
  static final int START = 15;
  static final int END_KIND = 23;
  static final int END = 24;
  static final int STATUS = 32;
  static final int TRANSPARENCY = 33;
  static final int ONCE_NAMES = 34;

  static final int END_SECONDS_AFTER = 5;
  static final int END_DAYS_AFTER = 6;

  static final int SIEVE_MONTHS = 14;
  static final int SIEVE_DAYS = 16;
  static final int SIEVE_REACH = 20;
  static final int SERIES_NAMES = 22;

  private EntryLayout() {}
}
