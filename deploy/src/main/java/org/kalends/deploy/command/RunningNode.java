package org.kalends.deploy.command;

import java.util.concurrent.CountDownLatch;

/**
 * Keeps the process until it is told to end (Ctrl-C, SIGTERM), and closes what runs in it before it
 * ends.
 */
final class RunningNode {
  private RunningNode() {}

  /** Returns when the process ends. */
  static void untilStopped(Runnable close) throws InterruptedException {
    CountDownLatch stopped = new CountDownLatch(1);
    Thread hook =
        new Thread(
            () -> {
              close.run();
              stopped.countDown();
            },
            "stop");
    Runtime.getRuntime().addShutdownHook(hook);
    stopped.await();
  }
}
