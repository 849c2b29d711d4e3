package org.kalends.query.read;

import org.jspecify.annotations.Nullable;
import org.kalends.indexer.recurrence.Occurrence;
import org.kalends.schemas.avro.CalendarTime;

/**
 * The place of an occurrence in the order of answers: by start, end, uid, calendar and original
 * start. No two occurrences of an answer have the same.
 *
 * @param original the original start as {@link #originalOf} makes it
 */
public record OccurrenceKey(
    long startMillis, long endMillis, String uid, String calendar, long original)
    implements PageKey, Comparable<OccurrenceKey> {
  /** {@link #original} of an occurrence that is no member of a recurring set. */
  static final long NO_ORIGINAL = Long.MIN_VALUE;

  private static final int FORMS = 4;

  static OccurrenceKey of(Occurrence occurrence, String uid, String calendar) {
    return new OccurrenceKey(
        occurrence.startMillis(),
        occurrence.endMillis(),
        uid,
        calendar,
        originalOf(occurrence.recurrenceId()));
  }

  /** A number that differs for original starts that differ, in time or form. */
  static long originalOf(@Nullable CalendarTime recurrenceId) {
    if (recurrenceId == null) {
      return NO_ORIGINAL;
    }
    int form =
        switch (recurrenceId.getForm()) {
          case DATE -> 0;
          case FLOATING -> 1;
          case UTC -> 2;
          case ZONED -> 3;
        };
    return recurrenceId.getLocal() * FORMS + form;
  }

  @Override
  public int compareTo(OccurrenceKey other) {
    int order = Long.compare(startMillis, other.startMillis);
    if (order == 0) {
      order = Long.compare(endMillis, other.endMillis);
    }
    if (order == 0) {
      order = uid.compareTo(other.uid);
    }
    if (order == 0) {
      order = calendar.compareTo(other.calendar);
    }
    return order == 0 ? Long.compare(original, other.original) : order;
  }
}
