package org.kalends.indexer.topology;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides on a stream thread that died: another one takes over, as after being fenced, until it
 * happens too often to be chance; then the client stops and the node is no longer ready.
 */
final class FaultyThreads {
  /** Deaths within {@link #WINDOW} that are still followed by a new thread. */
  static final int MAX_REPLACEMENTS = 5;

  static final Duration WINDOW = Duration.ofMinutes(5);

  private static final Logger LOG = LoggerFactory.getLogger(FaultyThreads.class);

  private final Clock clock;
  private final Deque<Instant> deaths = new ArrayDeque<>();

  FaultyThreads(Clock clock) {
    this.clock = clock;
  }

  synchronized StreamThreadExceptionResponse decide(Throwable cause) {
    Instant now = clock.instant();
    while (!deaths.isEmpty() && deaths.peek().isBefore(now.minus(WINDOW))) {
      deaths.remove();
    }
    deaths.add(now);
    if (deaths.size() > MAX_REPLACEMENTS) {
      LOG.error(
          "Stream threads keep failing: the index stops; deaths={} within={}",
          deaths.size(),
          WINDOW,
          cause);
      return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }
    LOG.error(
        "A stream thread failed and is replaced; deaths={} within={}",
        deaths.size(),
        WINDOW,
        cause);
    return StreamThreadExceptionResponse.REPLACE_THREAD;
  }
}
