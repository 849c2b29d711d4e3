package org.kalends.indexer.index;

/** Walks over rows in order of their keys. Close it. One thread. */
public interface RowCursor extends AutoCloseable {
  /** Moves to the next row, to the first one at the first call; false behind the last. */
  boolean next();

  /** The key of the row it stands on; not to be altered. */
  byte[] key();

  /** The value of the row it stands on; not to be altered. */
  byte[] value();

  @Override
  void close();
}
