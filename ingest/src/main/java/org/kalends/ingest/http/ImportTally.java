package org.kalends.ingest.http;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.kalends.ingest.ChangeOutcome;
import org.kalends.ingest.icalendar.ReadItem;
import org.kalends.schemas.ConsistencyToken;
import org.kalends.schemas.avro.Rejection;
import org.kalends.schemas.http.Problem;

/** Counts what becomes of an import's events. Safe for many threads. */
final class ImportTally {
  /** Rejections that the report tells of; all are counted. */
  static final int MAX_REJECTED_LISTED = 10_000;

  /** Deviations that the report tells of; all are counted. */
  static final int MAX_TOLERATED_LISTED = 1_000;

  /** An event that did not go in. */
  record Rejected(@Nullable String uid, Problem why) {}

  /**
   * What is known at a time.
   *
   * @param read events read so far, refused ones included
   * @param rejected the first of them, {@link #MAX_REJECTED_LISTED} at most
   * @param tolerated the first of them, {@link #MAX_TOLERATED_LISTED} at most
   * @param token asks for all that went in; null as long as no result is in
   */
  record Snapshot(
      long read,
      long created,
      long updated,
      long unchanged,
      List<Rejected> rejected,
      long rejectedCount,
      List<ReadItem.Note> tolerated,
      long toleratedCount,
      @Nullable ConsistencyToken token) {}

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition change = lock.newCondition();
  private final List<Rejected> rejected = new ArrayList<>();
  private final List<ReadItem.Note> tolerated = new ArrayList<>();
  private long read;
  private long underWay;
  private long created;
  private long updated;
  private long unchanged;
  private long rejectedCount;
  private long toleratedCount;
  private @Nullable ConsistencyToken token;
  private @Nullable Throwable failure;

  void published() {
    locked(
        () -> {
          read++;
          underWay++;
        });
  }

  void refused(ReadItem.Refused refused) {
    locked(
        () -> {
          read++;
          reject(refused.uid(), refused.fault().asProblem());
        });
  }

  void tolerated(List<ReadItem.Note> notes) {
    locked(
        () -> {
          toleratedCount += notes.size();
          notes.stream()
              .limit(Math.max(0, MAX_TOLERATED_LISTED - tolerated.size()))
              .forEach(tolerated::add);
        });
  }

  void settled(ChangeOutcome outcome, ReadItem.SourceLines lines) {
    locked(
        () -> {
          underWay--;
          token = token == null ? outcome.token() : token.and(outcome.token());
          Rejection rejection = outcome.rejection();
          if (rejection != null) {
            reject(outcome.uid(), WriteProblems.of(rejection, lines));
            return;
          }
          switch (outcome.status()) {
            case CREATED -> created++;
            case UPDATED -> updated++;
            default -> unchanged++;
          }
        });
  }

  void failed(Throwable fault) {
    locked(
        () -> {
          underWay--;
          failure = failure == null ? fault : failure;
        });
  }

  /** The first change that has no outcome, or null. */
  @Nullable Throwable failure() {
    lock.lock();
    try {
      return failure;
    } finally {
      lock.unlock();
    }
  }

  /** Whether every result is in, or one will never be; waits for that as long as told. */
  boolean awaitResults(Duration patience) throws InterruptedException {
    lock.lock();
    try {
      long left = patience.toNanos();
      while (underWay > 0 && failure == null && left > 0) {
        left = change.awaitNanos(left);
      }
      return underWay == 0 || failure != null;
    } finally {
      lock.unlock();
    }
  }

  Snapshot snapshot() {
    lock.lock();
    try {
      return new Snapshot(
          read,
          created,
          updated,
          unchanged,
          List.copyOf(rejected),
          rejectedCount,
          List.copyOf(tolerated),
          toleratedCount,
          token);
    } finally {
      lock.unlock();
    }
  }

  private void reject(@Nullable String uid, Problem why) {
    rejectedCount++;
    if (rejected.size() < MAX_REJECTED_LISTED) {
      rejected.add(new Rejected(uid, why));
    }
  }

  private void locked(Runnable step) {
    lock.lock();
    try {
      step.run();
      change.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
