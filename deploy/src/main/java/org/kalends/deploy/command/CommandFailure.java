package org.kalends.deploy.command;

import org.jspecify.annotations.Nullable;

/** Ends a command with one sentence on standard error and an exit status. */
public final class CommandFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int status;

  public CommandFailure(int status, String sentence) {
    super(sentence, null, false, false);
    this.status = status;
  }

  public int status() {
    return status;
  }

  /** What an exception and its causes say, without what is said twice. */
  public static String sentences(Throwable thrown) {
    StringBuilder sentences = new StringBuilder();
    for (@Nullable Throwable each = thrown; each != null; each = each.getCause()) {
      String sentence =
          each.getMessage() == null ? each.getClass().getSimpleName() : each.getMessage();
      if (!sentences.toString().contains(sentence)) {
        sentences.append(sentences.isEmpty() ? "" : ": ").append(sentence);
      }
    }
    return sentences.toString();
  }
}
