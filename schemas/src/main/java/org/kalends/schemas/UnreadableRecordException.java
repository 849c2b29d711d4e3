package org.kalends.schemas;

import org.jspecify.annotations.Nullable;

/**
 * Bytes that are no record of the expected type in any schema known here. Its message is a sentence
 * fit for a dead letter.
 */
public final class UnreadableRecordException extends RuntimeException {
  private static final long serialVersionUID = 1;

  UnreadableRecordException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
