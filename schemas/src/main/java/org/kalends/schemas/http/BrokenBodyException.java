package org.kalends.schemas.http;

import java.io.IOException;

/** The request's body ended before it was whole: broken off, cut by a bad chunk, or too slow. */
public final class BrokenBodyException extends IOException {
  private static final long serialVersionUID = 1;

  static final String SENTENCE = "The request's body broke off before it was whole";

  BrokenBodyException(Exception cause) {
    super(SENTENCE, cause);
  }
}
