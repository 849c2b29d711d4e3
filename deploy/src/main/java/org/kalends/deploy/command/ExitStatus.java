package org.kalends.deploy.command;

/** What a command's exit status tells a script. */
public final class ExitStatus {
  public static final int OK = 0;

  /** It ran, and something was rejected or not found. */
  public static final int REJECTED = 1;

  /** The command line is not valid (picocli's own status). */
  public static final int USAGE = 2;

  /** The node cannot be reached, or failed. */
  public static final int UNREACHABLE = 3;

  private ExitStatus() {}
}
