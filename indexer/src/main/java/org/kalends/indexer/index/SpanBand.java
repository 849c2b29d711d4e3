package org.kalends.indexer.index;

import java.util.concurrent.TimeUnit;
import org.kalends.indexer.recurrence.EventSpan;

/**
 * The class of a span's length. A dtend-index sorts each band by itself, because a window {@code
 * [from, to)} over spans of at most L milliseconds can only match ends in {@code [from, to + L)}:
 * short events need not be read past the window because long ones exist.
 *
 * <p>The codes are persisted, in keys and on the {@code subject-entries} topic: they never change
 * their meaning, and their order is the order in which a scan meets the bands.
 */
public enum SpanBand {
  DAY(1, TimeUnit.DAYS.toMillis(1)),
  /** Eight days, so that a whole week of all-day events fits with its zones' widening. */
  WEEK(2, TimeUnit.DAYS.toMillis(8)),
  MONTH(3, TimeUnit.DAYS.toMillis(32)),
  YEAR(4, TimeUnit.DAYS.toMillis(366)),
  DECADE(5, TimeUnit.DAYS.toMillis(3653)),
  /** Longer than ten years, but with an end. */
  LONGER(6, Long.MAX_VALUE),
  /** Without end. Sorted by start: every end is the same. */
  UNBOUNDED(7, Long.MAX_VALUE);

  /** The band with code c is at c - 1. */
  private static final SpanBand[] BY_CODE = values();

  private final byte code;
  private final long maxLengthMillis;

  SpanBand(int code, long maxLengthMillis) {
    this.code = (byte) code;
    this.maxLengthMillis = maxLengthMillis;
  }

  /** The band that a span of this length is filed in. */
  public static SpanBand of(EventSpan span) {
    if (span.unbounded()) {
      return UNBOUNDED;
    }
    long length = span.endMillis() - span.startMillis();
    if (length < 0) {
      return LONGER;
    }
    SpanBand band = DAY;
    while (length > band.maxLengthMillis) {
      band = BY_CODE[band.code];
    }
    return band;
  }

  /**
   * @throws IllegalArgumentException when no band has this code
   */
  public static SpanBand ofCode(int code) {
    if (code < 1 || code > BY_CODE.length) {
      throw new IllegalArgumentException("No span band has this code; code=" + code);
    }
    return BY_CODE[code - 1];
  }

  /** The persisted code. */
  public byte code() {
    return code;
  }

  /** The longest span of this band, inclusive; {@link Long#MAX_VALUE} where there is none. */
  public long maxLengthMillis() {
    return maxLengthMillis;
  }
}
