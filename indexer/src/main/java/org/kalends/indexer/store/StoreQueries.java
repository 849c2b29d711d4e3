package org.kalends.indexer.store;

import org.apache.kafka.streams.query.Query;
import org.jspecify.annotations.Nullable;

/** Asks the stores that this node holds. Safe for many threads. */
interface StoreQueries {
  /**
   * Asks one store for committed rows.
   *
   * @return what the query gives; null where it is for one row that is not there
   * @throws PartitionUnavailableException when the partition is not held here, or is not ready
   */
  <R> @Nullable R query(StorePartition partition, String store, Query<R> query)
      throws PartitionUnavailableException;
}
