package org.kalends.indexer.rule;

/** What bounds an expansion: told of each step, and throws when there were too many. */
@FunctionalInterface
public interface Steps {
  void step();
}
