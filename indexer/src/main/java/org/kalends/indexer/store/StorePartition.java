package org.kalends.indexer.store;

/** One half of one partition: what a node holds or does not hold. */
record StorePartition(SubIndex index, int number) {
  PartitionUnavailableException unavailable(String why) {
    return new PartitionUnavailableException(index, number, why);
  }
}
