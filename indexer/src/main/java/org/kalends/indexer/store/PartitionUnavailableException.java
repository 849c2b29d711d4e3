package org.kalends.indexer.store;

/**
 * This node cannot answer for a partition now: it is another's, restoring, or the node is starting.
 * Never an empty answer instead.
 */
public final class PartitionUnavailableException extends Exception {
  private static final long serialVersionUID = 1;

  private final SubIndex index;
  private final int partition;

  public PartitionUnavailableException(SubIndex index, int partition, String why) {
    super(
        "The partition cannot be read here; index="
            + index
            + " partition="
            + partition
            + " why="
            + why);
    this.index = index;
    this.partition = partition;
  }

  public SubIndex index() {
    return index;
  }

  public int partition() {
    return partition;
  }
}
