package org.kalends.indexer.store;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.kalends.indexer.index.EntryScan;
import org.kalends.indexer.index.IndexEntry;

/** A scan of a store that may go while it is read. One thread. */
final class ScanCursor implements EntryCursor {
  private final EntryScan scan;

  private ScanCursor(EntryScan scan) {
    this.scan = scan;
  }

  static EntryCursor open(Supplier<EntryScan> scan) throws PartitionUnavailableException {
    try {
      return new ScanCursor(scan.get());
    } catch (LostPartitionException e) {
      throw e.fault();
    }
  }

  @Override
  public @Nullable IndexEntry next() throws PartitionUnavailableException {
    try {
      return scan.next();
    } catch (LostPartitionException e) {
      throw e.fault();
    }
  }

  @Override
  public long version() {
    return scan.version();
  }

  @Override
  public void close() {
    scan.close();
  }
}
