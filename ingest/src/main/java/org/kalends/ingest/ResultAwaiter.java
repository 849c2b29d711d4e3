package org.kalends.ingest;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;
import org.kalends.schemas.RecordCodec;
import org.kalends.schemas.ResultHeaders;
import org.kalends.schemas.UnreadableRecordException;
import org.kalends.schemas.avro.ChangeResult;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Matches the records of the result topic to those who wait for them, by change id.
 *
 * <p>One consumer reads every partition from its end on, in no group: each process sees every
 * result and passes over those of others by their header. It stands at the end before anything can
 * be sent, so no result is missed; the consumer keeps its place over broker restarts.
 *
 * <p>A wait has no deadline until its change is stored: until then the producer's delivery timeout
 * counts. The consumer is used by one thread, the rest is safe for many.
 */
final class ResultAwaiter implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ResultAwaiter.class);

  /** How late a deadline may be noticed. */
  private static final Duration POLL = Duration.ofMillis(100);

  /** How long reading rests after a fault that the consumer does not mend by itself. */
  private static final Duration PAUSE_AFTER_FAULT = Duration.ofSeconds(1);

  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);

  private final Consumer<byte[], byte[]> consumer;
  private final Duration resultTimeout;
  private final LongSupplier nanoTime;
  private final RecordCodec<ChangeResult> codec = RecordCodec.changeResults();
  private final Map<String, Wait> waits = new ConcurrentHashMap<>();
  private final CountDownLatch closing = new CountDownLatch(1);
  private @Nullable Thread thread;

  private static final class Wait {
    final CompletableFuture<ChangeResult> result = new CompletableFuture<>();
    volatile boolean stored;
    volatile long deadlineNanos;
  }

  /** Places the consumer at the end of all partitions before it returns. */
  ResultAwaiter(
      Consumer<byte[], byte[]> consumer,
      Collection<TopicPartition> partitions,
      Duration resultTimeout,
      LongSupplier nanoTime) {
    this.consumer = consumer;
    this.resultTimeout = resultTimeout;
    this.nanoTime = nanoTime;
    consumer.assign(partitions);
    consumer.seekToEnd(partitions);
    // seekToEnd alone is lazy
    partitions.forEach(consumer::position);
  }

  /** Reads from here on, on a thread of its own, until {@link #close}. */
  void start() {
    thread = Thread.ofPlatform().name("kalends-results").daemon(true).start(this::readOn);
  }

  /**
   * The result of a change that is about to be sent.
   *
   * @throws IllegalArgumentException when somebody waits for this id already
   */
  CompletableFuture<ChangeResult> expect(String changeId) {
    Wait wait = new Wait();
    if (waits.putIfAbsent(changeId, wait) != null) {
      throw new IllegalArgumentException(
          "A change with this id is under way already; changeId=" + changeId);
    }
    if (closing.getCount() == 0) {
      failAll();
    }
    return wait.result;
  }

  /** The change is in Kafka: its deadline begins. */
  void stored(String changeId) {
    Wait wait = waits.get(changeId);
    if (wait != null) {
      wait.deadlineNanos = nanoTime.getAsLong() + resultTimeout.toNanos();
      wait.stored = true;
    }
  }

  /** The change is not in Kafka: there will be no result. */
  void fail(String changeId, RuntimeException fault) {
    Wait wait = waits.remove(changeId);
    if (wait != null) {
      wait.result.completeExceptionally(fault);
    }
  }

  private void readOn() {
    try {
      readUntilClosed();
    } finally {
      // also when an error ends the thread: nobody is to wait for a result that is not read
      closing.countDown();
      failAll();
      consumer.close();
    }
  }

  private void readUntilClosed() {
    while (closing.getCount() > 0) {
      try {
        readOnce(POLL);
      } catch (WakeupException | InterruptException e) {
        LOG.debug("Reading results was woken up");
      } catch (RuntimeException e) {
        LOG.warn("Results cannot be read right now", e);
        pause();
      }
    }
  }

  private void pause() {
    try {
      if (closing.await(PAUSE_AFTER_FAULT.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.debug("Closed meanwhile");
      }
    } catch (InterruptedException e) {
      LOG.debug("The pause was interrupted");
    }
    expire();
  }

  /** One turn: takes what is there, then fails the waits whose time is over. */
  void readOnce(Duration timeout) {
    consumer.poll(timeout).forEach(this::take);
    expire();
  }

  private void take(ConsumerRecord<byte[], byte[]> record) {
    Header header = record.headers().lastHeader(ResultHeaders.CHANGE_ID);
    byte @Nullable [] changeId = header == null ? null : header.value();
    if (changeId != null && !waits.containsKey(new String(changeId, StandardCharsets.UTF_8))) {
      return;
    }
    byte @Nullable [] value = record.value();
    if (value == null) {
      LOG.warn(
          "A record without value is passed over in the result topic; partition={} offset={}",
          record.partition(),
          record.offset());
      return;
    }
    try {
      ChangeResult result = codec.decode(value);
      Wait wait = waits.remove(result.getChangeId());
      if (wait != null) {
        wait.result.complete(result);
      }
    } catch (UnreadableRecordException e) {
      LOG.warn(
          "A record of the result topic is passed over; partition={} offset={}",
          record.partition(),
          record.offset(),
          e);
    }
  }

  private void expire() {
    long now = nanoTime.getAsLong();
    waits.forEach(
        (changeId, wait) -> {
          if (wait.stored && now - wait.deadlineNanos >= 0 && waits.remove(changeId, wait)) {
            wait.result.completeExceptionally(
                new ChangeException.ResultUnknown(
                    changeId, "waitedMillis=" + resultTimeout.toMillis()));
          }
        });
  }

  private void failAll() {
    for (String changeId : waits.keySet()) {
      fail(changeId, new ChangeException.ResultUnknown(changeId, "results are no longer read"));
    }
  }

  /** Stops reading; who still waits is told that the result is not known. */
  @Override
  public void close() {
    closing.countDown();
    Thread reader = thread;
    if (reader == null) {
      consumer.close();
    } else {
      consumer.wakeup();
      try {
        if (!reader.join(STOP_TIMEOUT)) {
          LOG.warn("Reading results did not stop in time");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    failAll();
  }
}
