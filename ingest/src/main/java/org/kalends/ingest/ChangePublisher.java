package org.kalends.ingest;

import java.util.concurrent.CompletableFuture;
import org.kalends.schemas.avro.CalendarChange;
import org.kalends.schemas.avro.ChangeResult;

/**
 * Hands change sets to the calendars' single writers and their results back. Sets of one calendar
 * are applied in the order of the calls. Safe for many threads.
 */
public interface ChangePublisher extends AutoCloseable {
  /**
   * A change set on its way.
   *
   * @param stored completes once Kafka has it for good; fails with {@link
   *     ChangeException.NotStored} or {@link ChangeException.TooLarge}
   * @param result completes with the single writer's answer; fails as {@code stored} does, or with
   *     {@link ChangeException.ResultUnknown}. Its dependents must not block
   */
  record Publication(CompletableFuture<Void> stored, CompletableFuture<ChangeResult> result) {
    static Publication failed(RuntimeException fault) {
      return new Publication(
          CompletableFuture.failedFuture(fault), CompletableFuture.failedFuture(fault));
    }
  }

  /** Sends the set; every failure is one of the publication, none is thrown. */
  Publication publish(CalendarChange set);

  /** Waits for nothing: what has no result yet fails. */
  @Override
  void close();
}
