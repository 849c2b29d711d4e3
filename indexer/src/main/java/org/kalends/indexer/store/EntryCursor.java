package org.kalends.indexer.store;

import org.jspecify.annotations.Nullable;
import org.kalends.indexer.index.IndexEntry;

/**
 * Entries of one subject whose spans overlap a window, in no order of time; a snapshot of the
 * committed state. Close it. One thread.
 */
public interface EntryCursor extends AutoCloseable {
  /**
   * The next entry, or null after the last.
   *
   * @throws PartitionUnavailableException when the partition went while it was read
   */
  @Nullable IndexEntry next() throws PartitionUnavailableException;

  /**
   * What the entries are exactly of: a calendar's sequence number, an attendee's {@link
   * IndexReader#subjectVersion}.
   */
  long version();

  @Override
  void close();
}
