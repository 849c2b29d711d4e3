package org.kalends.indexer.index;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.kalends.indexer.recurrence.EventSpan;
import org.kalends.schemas.AttendeeAddress;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;
import org.kalends.schemas.TimeRange;

/**
 * The key of a dtend-index, of calendars and of attendees alike:
 *
 * <pre>
 * bytes  what
 * 2 + n  subject   length, then the calendar's name or the attendee's normalized address, UTF-8
 * 1      band      {@link SpanBand#code}
 * 8      dtend     epoch milliseconds, sign bit flipped; in the unbounded band the dtstart
 * 8      dtstart   the same
 * 1 + n  calendar  length, then its name; in an attendee's index only
 * 1 + n  uid       length, then its UTF-8
 * </pre>
 *
 * <p>Every part has a fixed length or tells it, so that no key is a prefix of another and no
 * subject's rows lie among another's. The band 0 is that of the {@link SubjectVersion}.
 *
 * <p>Why {@link #firstSortTime} and {@link #endSortTime} suffice: a span can only hold an
 * occurrence in {@code [from, to)} when it starts before {@code to} and does not end before {@code
 * from}. (It may end <em>at</em> {@code from}: its last occurrence may have no length and happen
 * then.) A span of a band is at most L long, so one that starts before {@code to} ends before
 * {@code to + L}. The unbounded band never ends before {@code from}, and is sorted by start: up to
 * {@code to}.
 *
 * @param subject the calendar's name or the attendee's normalized address
 * @param calendar the event's, null in a calendar's index, where it is the subject
 */
public record DtendIndexKey(
    String subject, SpanBand band, EventSpan span, @Nullable CalendarId calendar, EventUid uid) {
  private static final int SUBJECT_LENGTH_BYTES = 2;
  private static final int TIMES_BYTES = 16;

  /**
   * @throws IllegalArgumentException when the band is the unbounded one and the span has an end, or
   *     the other way round
   */
  public DtendIndexKey {
    if ((band == SpanBand.UNBOUNDED) != span.unbounded()) {
      throw new IllegalArgumentException(
          "Only spans without end are in the unbounded band; band=" + band + " span=" + span);
    }
  }

  /** A row of a calendar's index. */
  public static DtendIndexKey ofCalendar(
      CalendarId calendar, SpanBand band, EventSpan span, EventUid uid) {
    return new DtendIndexKey(calendar.value(), band, span, null, uid);
  }

  /** A row of an attendee's index. */
  public static DtendIndexKey ofAttendee(
      AttendeeAddress attendee, SpanBand band, EventSpan span, CalendarId calendar, EventUid uid) {
    return new DtendIndexKey(attendee.value(), band, span, calendar, uid);
  }

  public byte[] encode() {
    byte[] subjectBytes = utf8(subject);
    byte[] calendarBytes = calendar == null ? null : utf8(calendar.value());
    byte[] uidBytes = utf8(uid.value());
    int calendarPart = calendarBytes == null ? 0 : 1 + calendarBytes.length;
    byte[] key =
        new byte
            [SUBJECT_LENGTH_BYTES
                + subjectBytes.length
                + 1
                + TIMES_BYTES
                + calendarPart
                + 1
                + uidBytes.length];
    int at = putSubject(key, subjectBytes);
    key[at++] = band.code();
    OrderedBytes.putTime(key, at, span.unbounded() ? span.startMillis() : span.endMillis());
    OrderedBytes.putTime(key, at + Long.BYTES, span.startMillis());
    at += TIMES_BYTES;
    if (calendarBytes != null) {
      at = putPart(key, at, calendarBytes);
    }
    putPart(key, at, uidBytes);
    return key;
  }

  /** Reads a key of a calendar's index. */
  public static DtendIndexKey decodeOfCalendar(byte[] key) {
    int event = bandAt(key) + 1 + TIMES_BYTES;
    return new DtendIndexKey(
        subjectOf(key), bandOf(key), spanOf(key), null, new EventUid(part(key, event)));
  }

  /** Reads a key of an attendee's index. */
  public static DtendIndexKey decodeOfAttendee(byte[] key) {
    int event = bandAt(key) + 1 + TIMES_BYTES;
    int uidAt = event + 1 + (key[event] & 0xff);
    return new DtendIndexKey(
        subjectOf(key),
        bandOf(key),
        spanOf(key),
        new CalendarId(part(key, event)),
        new EventUid(part(key, uidAt)));
  }

  /** The band of a key, read in place. */
  static SpanBand bandOf(byte[] key) {
    return SpanBand.ofCode(key[bandAt(key)]);
  }

  /** What a key sorts by within its band, read in place: the span's end, or its start without. */
  static long sortTimeOf(byte[] key) {
    return OrderedBytes.time(key, bandAt(key) + 1);
  }

  /** The start of a key's span in epoch milliseconds, read in place. */
  static long startOf(byte[] key) {
    return OrderedBytes.time(key, bandAt(key) + 1 + Long.BYTES);
  }

  private static EventSpan spanOf(byte[] key) {
    boolean unbounded = bandOf(key) == SpanBand.UNBOUNDED;
    return new EventSpan(startOf(key), unbounded ? EventSpan.UNBOUNDED : sortTimeOf(key));
  }

  /** All entries of one calendar in a calendar's index. */
  public static KeyRange rows(CalendarId calendar) {
    return rows(prefix(calendar.value()));
  }

  /** All entries of one attendee in an attendee's index. */
  public static KeyRange rows(AttendeeAddress attendee) {
    return rows(prefix(attendee.value()));
  }

  private static KeyRange rows(byte[] subjectPrefix) {
    return new KeyRange(
        bound(subjectPrefix, SpanBand.DAY, Long.MIN_VALUE), OrderedBytes.successor(subjectPrefix));
  }

  /**
   * Whether a key of a dtend-index is an entry's, and not that of a {@link SubjectVersion} or an
   * {@link AppliedSeq}.
   */
  public static boolean isEntry(byte[] key) {
    return !AppliedSeq.isSubjectKey(key) && key.length > bandAt(key) + 1;
  }

  static byte[] prefix(String subject) {
    byte[] subjectBytes = utf8(subject);
    byte[] prefix = new byte[SUBJECT_LENGTH_BYTES + subjectBytes.length];
    putSubject(prefix, subjectBytes);
    return prefix;
  }

  /** The least sort time (the one behind the band) of a row that can match the window. */
  static long firstSortTime(SpanBand band, TimeRange window) {
    return band == SpanBand.UNBOUNDED ? Long.MIN_VALUE : window.fromMillis();
  }

  /** The sort time from which on no row of the band can match the window. */
  static long endSortTime(SpanBand band, TimeRange window) {
    return switch (band) {
      case UNBOUNDED -> window.toMillis();
      case LONGER -> EventSpan.UNBOUNDED;
      case DAY, WEEK, MONTH, YEAR, DECADE ->
          window.toMillis() > Long.MAX_VALUE - band.maxLengthMillis()
              ? Long.MAX_VALUE
              : window.toMillis() + band.maxLengthMillis();
    };
  }

  /** The least key of a band from a sort time on. */
  static byte[] bound(byte[] subjectPrefix, SpanBand band, long sortTime) {
    byte[] bound = Arrays.copyOf(subjectPrefix, subjectPrefix.length + 1 + Long.BYTES);
    bound[subjectPrefix.length] = band.code();
    OrderedBytes.putTime(bound, subjectPrefix.length + 1, sortTime);
    return bound;
  }

  private static int putSubject(byte[] key, byte[] subjectBytes) {
    OrderedBytes.putUnsignedShort(key, 0, subjectBytes.length);
    System.arraycopy(subjectBytes, 0, key, SUBJECT_LENGTH_BYTES, subjectBytes.length);
    return SUBJECT_LENGTH_BYTES + subjectBytes.length;
  }

  private static int putPart(byte[] key, int at, byte[] bytes) {
    key[at] = (byte) bytes.length;
    System.arraycopy(bytes, 0, key, at + 1, bytes.length);
    return at + 1 + bytes.length;
  }

  private static String part(byte[] key, int at) {
    return new String(key, at + 1, key[at] & 0xff, StandardCharsets.UTF_8);
  }

  private static int bandAt(byte[] key) {
    return SUBJECT_LENGTH_BYTES + OrderedBytes.unsignedShort(key, 0);
  }

  private static String subjectOf(byte[] key) {
    return new String(
        key, SUBJECT_LENGTH_BYTES, bandAt(key) - SUBJECT_LENGTH_BYTES, StandardCharsets.UTF_8);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
