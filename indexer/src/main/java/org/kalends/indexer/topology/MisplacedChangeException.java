package org.kalends.indexer.topology;

/** A change under a key or in a partition that is not its calendar's: nobody may write it there. */
final class MisplacedChangeException extends Exception {
  private static final long serialVersionUID = 1;

  MisplacedChangeException(String sentence) {
    super(sentence);
  }
}
