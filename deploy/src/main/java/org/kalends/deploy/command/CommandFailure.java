package org.kalends.deploy.command;

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
}
