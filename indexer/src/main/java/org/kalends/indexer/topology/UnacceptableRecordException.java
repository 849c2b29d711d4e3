package org.kalends.indexer.topology;

/**
 * A record that can be read and still means nothing here: it is set aside. Its message is the
 * reason, a sentence.
 */
final class UnacceptableRecordException extends Exception {
  private static final long serialVersionUID = 1;

  UnacceptableRecordException(String sentence) {
    super(sentence);
  }
}
