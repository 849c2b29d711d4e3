package org.kalends.indexer.index;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kalends.schemas.TimeRange;

/**
 * The first part of a scan: every range that it needs is opened, the rows of small bands are read,
 * of large ones only the first. The row behind a band's last match shows where to go on: in the
 * next band's part that can match without a new seek, and bands without rows cost nothing. Rows
 * that cannot match are stepped over while they are few; then the walk seeks.
 *
 * <p>All ranges are opened before any row is handed out, because each sees the state of its own
 * moment: an event that moves between bands meanwhile would be met twice or never. {@link #settled}
 * plans again until nothing changed in between. One thread.
 */
final class ScanPlan implements AutoCloseable {
  /** Stepping over so many rows takes as long as opening a range elsewhere. */
  static final int ROWS_A_SEEK_COSTS = 64;

  /** A plan takes less than a millisecond: nothing changes so often. */
  static final int MAX_TRIES = 1_000;

  /** A row that matches. */
  static final class Row {
    final byte[] key;
    final byte[] value;

    Row(RowCursor cursor) {
      this.key = cursor.key();
      this.value = cursor.value();
    }
  }

  /** A band's rows that are not read yet. */
  private record Rest(RowCursor cursor, BandPart part) {
    @Nullable Row next() {
      while (cursor.next() && part.contains(cursor.key())) {
        if (part.matches(cursor.key())) {
          return new Row(cursor);
        }
      }
      return null;
    }
  }

  private final OrderedRows rows;
  private final byte[] subject;
  private final byte[] subjectEnd;
  private final List<BandPart> parts;
  private final Deque<Row> found = new ArrayDeque<>();
  private final Deque<Rest> rests = new ArrayDeque<>();
  private long version;
  private int seeks;
  private long rowsRead;

  private ScanPlan(OrderedRows rows, byte[] subject, TimeRange window) {
    this.rows = rows;
    this.subject = subject;
    this.subjectEnd = OrderedBytes.successor(subject);
    this.parts = Arrays.stream(SpanBand.values()).map(band -> BandPart.of(band, window)).toList();
  }

  /**
   * A plan over one state of the subject's rows.
   *
   * @throws IllegalStateException when the rows changed during each of {@link #MAX_TRIES} tries
   */
  static ScanPlan settled(OrderedRows rows, String subject, TimeRange window) {
    byte[] prefix = DtendIndexKey.prefix(subject);
    byte[] versionKey = SubjectVersion.key(prefix);
    for (int i = 0; i < MAX_TRIES; i++) {
      long before = SubjectVersion.decode(rows.get(versionKey));
      ScanPlan plan = new ScanPlan(rows, prefix, window);
      try {
        plan.walk();
        if (SubjectVersion.decode(rows.get(versionKey)) == before) {
          plan.version = before;
          return plan;
        }
      } catch (RuntimeException e) {
        plan.close();
        throw e;
      }
      plan.close();
    }
    throw new IllegalStateException(
        "The rows change faster than they can be read; subject=" + subject + " tries=" + MAX_TRIES);
  }

  private void walk() {
    RowCursor cursor = null;
    int band = 0;
    int inBand = 0;
    int steppedOver = 0;
    try {
      while (band < parts.size()) {
        if (cursor == null) {
          cursor = open(parts.get(band));
          steppedOver = 0;
        }
        if (!cursor.next()) {
          return;
        }
        rowsRead++;
        byte[] key = cursor.key();
        while (band < parts.size() && parts.get(band).isPassedBy(key)) {
          band++;
          inBand = 0;
        }
        if (band < parts.size() && parts.get(band).contains(key)) {
          keepMatch(cursor, parts.get(band));
          inBand++;
          if (inBand == ROWS_A_SEEK_COSTS) {
            rests.add(new Rest(cursor, parts.get(band)));
            cursor = null;
            band++;
            inBand = 0;
          }
        } else if (++steppedOver > ROWS_A_SEEK_COSTS) {
          cursor.close();
          cursor = null;
        }
      }
    } finally {
      if (cursor != null) {
        cursor.close();
      }
    }
  }

  private RowCursor open(BandPart part) {
    seeks++;
    byte[] from = DtendIndexKey.bound(subject, part.band(), part.firstSortTime());
    return rows.range(new KeyRange(from, subjectEnd));
  }

  private void keepMatch(RowCursor cursor, BandPart part) {
    if (part.matches(cursor.key())) {
      found.add(new Row(cursor));
    }
  }

  /** The next row that matches, or null after the last. */
  @Nullable Row next() {
    if (!found.isEmpty()) {
      return found.remove();
    }
    while (!rests.isEmpty()) {
      Row next = rests.element().next();
      if (next != null) {
        return next;
      }
      rests.remove().cursor().close();
    }
    return null;
  }

  /** The subject's {@link SubjectVersion} that the rows are of. */
  long version() {
    return version;
  }

  /** Rows read to make the plan. */
  long rowsRead() {
    return rowsRead;
  }

  /** Ranges opened. */
  int seeks() {
    return seeks;
  }

  @Override
  public void close() {
    rests.forEach(rest -> rest.cursor().close());
    rests.clear();
  }
}
