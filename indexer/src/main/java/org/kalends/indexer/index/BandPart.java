package org.kalends.indexer.index;

import org.kalends.schemas.TimeRange;

/**
 * The part of a band in which spans can meet a window; {@link DtendIndexKey} says why no others
 * can.
 *
 * @param firstSortTime inclusive
 * @param endSortTime exclusive
 * @param startsBefore what a span's start must be before: the window's end
 */
record BandPart(SpanBand band, long firstSortTime, long endSortTime, long startsBefore) {
  static BandPart of(SpanBand band, TimeRange window) {
    return new BandPart(
        band,
        DtendIndexKey.firstSortTime(band, window),
        DtendIndexKey.endSortTime(band, window),
        window.toMillis());
  }

  /** Whether a subject's key lies in this part. */
  boolean contains(byte[] key) {
    return DtendIndexKey.bandOf(key) == band
        && DtendIndexKey.sortTimeOf(key) >= firstSortTime
        && DtendIndexKey.sortTimeOf(key) < endSortTime;
  }

  /** Whether a subject's key lies behind this part. */
  boolean isPassedBy(byte[] key) {
    int order = DtendIndexKey.bandOf(key).compareTo(band);
    return order > 0 || order == 0 && DtendIndexKey.sortTimeOf(key) >= endSortTime;
  }

  /** Whether the span of a key in this part meets the window. */
  boolean matches(byte[] key) {
    return DtendIndexKey.startOf(key) < startsBefore;
  }
}
