package org.kalends.deploy.command;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.kalends.deploy.node.Node;

/**
 * Keeps the process until it is told to end (Ctrl-C, SIGTERM), and closes what runs in it before it
 * ends.
 */
final class RunningNode {
  private static final long LOOK_SECONDS = 1;

  private RunningNode() {}

  /** Closes it when the process is told to end; the process ends once that is done. */
  static void closeAtEnd(Runnable close) {
    Runtime.getRuntime().addShutdownHook(new Thread(close, "stop"));
  }

  /**
   * Returns only when the node fails, so that its supervisor starts another process.
   *
   * @throws CommandFailure then
   */
  static void whileWell(Node node) throws InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    while (!never.await(LOOK_SECONDS, TimeUnit.SECONDS)) {
      if (node.failed()) {
        throw new CommandFailure(
            ExitStatus.UNREACHABLE, "The index stopped after faults; the log says which");
      }
    }
  }
}
