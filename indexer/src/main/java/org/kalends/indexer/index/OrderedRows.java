package org.kalends.indexer.index;

/** Rows in byte order of their keys, unsigned: a store's committed state, or a map in memory. */
@FunctionalInterface
public interface OrderedRows {
  /**
   * The rows of a range as they are now. Opening it is what costs (a seek): a row costs a
   * hundredth.
   */
  RowCursor range(KeyRange range);
}
