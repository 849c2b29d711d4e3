package org.kalends.indexer.topology;

import static org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.REPLACE_THREAD;
import static org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class FaultyThreadsTest {
  private final Hands clock = new Hands();
  private final FaultyThreads threads = new FaultyThreads(clock);

  @Test
  void shouldReplaceAThreadUntilItHappensTooOften() {
    for (int i = 0; i < FaultyThreads.MAX_REPLACEMENTS; i++) {
      assertThat(threads.decide(new IllegalStateException("fenced"))).isEqualTo(REPLACE_THREAD);
    }

    assertThat(threads.decide(new IllegalStateException("again"))).isEqualTo(SHUTDOWN_CLIENT);
  }

  @Test
  void shouldForgetDeathsThatAreLongAgo() {
    for (int i = 0; i < 10 * FaultyThreads.MAX_REPLACEMENTS; i++) {
      assertThat(threads.decide(new IllegalStateException("fenced"))).isEqualTo(REPLACE_THREAD);
      clock.now =
          clock.now.plus(FaultyThreads.WINDOW.dividedBy(FaultyThreads.MAX_REPLACEMENTS - 1));
    }
  }

  private static final class Hands extends Clock {
    private Instant now = Instant.EPOCH.plus(Duration.ofDays(1));

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      throw new UnsupportedOperationException();
    }
  }
}
