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

  /** How a partition held here is doing, for status. */
  record Held(SubIndex index, int partition, boolean active, long appliedOffset, long lag) {}

  /** The partitions held here. */
  List<Held> held();

  /** Whether this node serves all that it is assigned. */
  boolean ready();
}
