package org.kalends.query.routing;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Another node's answer, which is given up when nothing more of it comes for a time: a node that
 * stands still in the middle of an answer would hold its reader for ever. One thread reads.
 */
final class WatchedBody extends FilterInputStream {
  private final ScheduledExecutorService watch;
  private final Duration most;
  private volatile boolean givenUp;

  /**
   * @param most how long one read may take
   */
  WatchedBody(InputStream body, ScheduledExecutorService watch, Duration most) {
    super(body);
    this.watch = watch;
    this.most = most;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    int read = read(one, 0, 1);
    return read < 0 ? read : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    ScheduledFuture<?> end = watch.schedule(this::giveUp, most.toNanos(), TimeUnit.NANOSECONDS);
    try {
      return super.read(bytes, offset, length);
    } catch (IOException e) {
      throw givenUp
          ? new IOException(
              "The other node sent nothing more of its answer; waitedMillis=" + most.toMillis(), e)
          : e;
    } finally {
      end.cancel(false);
    }
  }

  /** Closing it ends the read that waits. */
  private void giveUp() {
    givenUp = true;
    try {
      in.close();
    } catch (IOException e) {
      // the reader meets it as well
    }
  }
}
