package org.kalends.schemas;

/**
 * Bytes that are no record of the expected type in any schema known here. Its message is a sentence
 * fit for a dead letter.
 */
public final class UnreadableRecordException extends RuntimeException {
  private static final long serialVersionUID = 1;

  UnreadableRecordException(String message, Throwable cause) {
    super(message, cause);
  }
}
