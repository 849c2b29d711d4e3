package org.kalends.query.routing;

import org.kalends.indexer.store.PartitionOwners;

/** The node that was taken for the owner is not: look again. */
public final class NotTheOwnerException extends Exception {
  private static final long serialVersionUID = 1;

  NotTheOwnerException(PartitionOwners.Node node) {
    super("the node is not the owner; node=" + node.host() + ":" + node.port());
  }
}
