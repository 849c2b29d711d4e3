package org.kalends.indexer.index;

/**
 * A range of keys in byte order: from the first (inclusive) to an end (exclusive). No key of ours
 * equals an end, so that a store whose ranges include both ends gives the same rows.
 */
public final class KeyRange {
  private final byte[] from;
  private final byte[] to;

  KeyRange(byte[] from, byte[] to) {
    this.from = from;
    this.to = to;
  }

  /** Inclusive. Not to be altered. */
  public byte[] from() {
    return from;
  }

  /** Exclusive. Not to be altered. */
  public byte[] to() {
    return to;
  }
}
