package org.kalends.indexer.index;

import org.jspecify.annotations.Nullable;
import org.kalends.schemas.AttendeeAddress;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.TimeRange;

/**
 * The entries of one subject whose spans overlap a window: a walk through the bands of a
 * dtend-index, over any ordered rows.
 *
 * <p>The walk opens a range at the first band's first row that can match, up to the subject's end.
 * The row behind the band's last match shows where to go on: in the next band's part that can match
 * without a new seek, and bands without rows cost nothing. Rows that cannot match are stepped over
 * while they are few, since a seek costs as much as {@value #ROWS_A_SEEK_COSTS} rows; then the walk
 * seeks.
 *
 * <p>Close it. One thread.
 */
public final class EntryScan implements AutoCloseable {
  /** Stepping over so many rows takes as long as opening a range elsewhere. */
  static final int ROWS_A_SEEK_COSTS = 64;

  private static final SpanBand[] BANDS = SpanBand.values();

  private final OrderedRows rows;
  private final byte[] subject;
  private final byte[] subjectEnd;
  private final TimeRange window;
  private int band;
  private long firstSortTime;
  private long endSortTime;
  private @Nullable RowCursor cursor;
  private long rowsRead;
  private int seeks;

  private EntryScan(OrderedRows rows, String subject, TimeRange window) {
    this.rows = rows;
    this.subject = DtendIndexKey.prefix(subject);
    this.subjectEnd = OrderedBytes.successor(this.subject);
    this.window = window;
    enterBand(0);
  }

  /** Scans a calendar's index. */
  public static EntryScan of(OrderedRows rows, CalendarId calendar, TimeRange window) {
    return new EntryScan(rows, calendar.value(), window);
  }

  /** Scans an attendee's index. */
  public static EntryScan of(OrderedRows rows, AttendeeAddress attendee, TimeRange window) {
    return new EntryScan(rows, attendee.value(), window);
  }

  /** The next entry, or null after the last. */
  public @Nullable IndexEntry next() {
    RowCursor row = advance();
    return row == null ? null : IndexEntry.read(row.value());
  }

  /** The next row that matches, or null after the last. */
  @Nullable RowCursor advance() {
    int steppedOver = 0;
    while (band < BANDS.length) {
      RowCursor row = open();
      if (!row.next()) {
        band = BANDS.length;
        return null;
      }
      rowsRead++;
      if (!isInRange(row.key())) {
        steppedOver++;
        if (steppedOver > ROWS_A_SEEK_COSTS) {
          close();
          steppedOver = 0;
        }
      } else if (DtendIndexKey.startOf(row.key()) < window.toMillis()) {
        return row;
      }
    }
    return null;
  }

  /** Whether the key is among the band's that can match; shows which bands are done. */
  private boolean isInRange(byte[] key) {
    int keyBand = DtendIndexKey.bandOf(key).code() - 1;
    if (keyBand > band) {
      enterBand(keyBand);
    }
    long sortTime = DtendIndexKey.sortTimeOf(key);
    if (keyBand == band && sortTime >= endSortTime) {
      enterBand(band + 1);
    }
    return keyBand == band && sortTime >= firstSortTime;
  }

  private void enterBand(int next) {
    band = next;
    if (next < BANDS.length) {
      firstSortTime = DtendIndexKey.firstSortTime(BANDS[next], window);
      endSortTime = DtendIndexKey.endSortTime(BANDS[next], window);
    }
  }

  private RowCursor open() {
    RowCursor open = cursor;
    if (open == null) {
      byte[] from = DtendIndexKey.bound(subject, BANDS[band], firstSortTime);
      open = rows.range(new KeyRange(from, subjectEnd));
      cursor = open;
      seeks++;
    }
    return open;
  }

  /** Rows read so far, those included that did not match. */
  long rowsRead() {
    return rowsRead;
  }

  /** Ranges opened so far. */
  int seeks() {
    return seeks;
  }

  @Override
  public void close() {
    RowCursor open = cursor;
    if (open != null) {
      cursor = null;
      open.close();
    }
  }
}
