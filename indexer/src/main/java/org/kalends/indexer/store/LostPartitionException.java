package org.kalends.indexer.store;

/** Carries an unavailable partition through the index package, which knows no stores. */
final class LostPartitionException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final PartitionUnavailableException fault;

  LostPartitionException(PartitionUnavailableException fault) {
    super(fault);
    this.fault = fault;
  }

  PartitionUnavailableException fault() {
    return fault;
  }
}
