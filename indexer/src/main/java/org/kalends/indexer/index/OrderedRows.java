package org.kalends.indexer.index;

import org.jspecify.annotations.Nullable;

/** Rows in byte order of their keys, unsigned: a store's committed state, or a map in memory. */
public interface OrderedRows {
  /** The value of one key as it is now, or null. */
  byte @Nullable [] get(byte[] key);

  /**
   * The rows of a range as they are now, whatever changes while they are walked over. Opening it is
   * what costs (a seek): a row costs a hundredth.
   */
  RowCursor range(KeyRange range);
}
