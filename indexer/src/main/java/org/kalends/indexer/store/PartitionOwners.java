package org.kalends.indexer.store;

import java.util.List;
import java.util.Optional;

/**
 * Who holds which partition, by Kafka Streams' metadata, and what this node knows of its own. Safe
 * for many threads.
 */
public interface PartitionOwners {
  /**
   * A node that answers HTTP.
   *
   * @param host and port as in {@code application.server}
   */
  record Node(String host, int port) {}

  /** The node that has the active task, empty while nobody has it (a rebalance). */
  Optional<Node> owner(SubIndex index, int partition);

  /** The nodes that have a standby. */
  List<Node> standbys(SubIndex index, int partition);

  /** This node. */
  Node self();

  /**
   * How a partition held here is doing, for status.
   *
   * @param appliedOffset the next input record's offset; for a standby the sum of its positions in
   *     the changelogs of its stores
   * @param lag how many offsets it is behind, those of transactions' marks included
   */
  record Held(SubIndex index, int partition, boolean active, long appliedOffset, long lag) {}

  /** The partitions held here. Asks Kafka, and costs a round trip: not for each request. */
  List<Held> held();

  /** Whether this node serves all that it is assigned. */
  boolean ready();
}
