package org.kalends.ingest;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.kalends.ingest.ChangePublisher.Publication;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.avro.CalendarChange;
import org.kalends.schemas.avro.ChangeResult;

/**
 * One calendar's changes on their way: a few sets in flight, and one that is being filled while
 * none may be sent.
 *
 * <p>A change is sent at once as long as fewer than {@link #MAX_SETS_IN_FLIGHT} sets have no result
 * yet; from then on changes gather, and leave together when a result comes in. So a single change
 * waits for nothing, and a flood packs itself into full sets without a timer: the slower the
 * results, the larger the sets (group commit).
 */
final class CalendarLane {
  /** Enough that the single writer always has the next set before it has done with one. */
  static final int MAX_SETS_IN_FLIGHT = 4;

  /** What a change that wants to enter is told. */
  enum Entry {
    TAKEN,
    /** No room in time. */
    FULL,
    /** The lane is empty and given up: ask for a new one. */
    RETIRED
  }

  /** Told of each set that has its result or never will have, with the bytes of its changes. */
  @FunctionalInterface
  interface Owner {
    void landed(CalendarLane lane, int bytes);
  }

  private final CalendarId calendar;
  private final ChangePublisher publisher;
  private final Owner owner;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition room = lock.newCondition();
  private ChangeSet filling;
  private int inFlight;
  private boolean retired;

  CalendarLane(CalendarId calendar, ChangePublisher publisher, Owner owner) {
    this.calendar = calendar;
    this.publisher = publisher;
    this.owner = owner;
    this.filling = new ChangeSet(calendar);
  }

  CalendarId calendar() {
    return calendar;
  }

  /** Sends the change, or puts it into the set that is being filled; waits while that is full. */
  Entry add(ChangeSet.Pending change, long timeoutNanos) throws InterruptedException {
    long begunNanos = System.nanoTime();
    if (!lock.tryLock(timeoutNanos, TimeUnit.NANOSECONDS)) {
      return Entry.FULL;
    }
    try {
      long left = timeoutNanos - (System.nanoTime() - begunNanos);
      while (!retired && !filling.hasRoomFor(change)) {
        if (inFlight < MAX_SETS_IN_FLIGHT) {
          sendFilling();
        } else if (left <= 0) {
          return Entry.FULL;
        } else {
          left = room.awaitNanos(left);
        }
      }
      if (retired) {
        return Entry.RETIRED;
      }
      filling.add(change);
      if (inFlight < MAX_SETS_IN_FLIGHT) {
        sendFilling();
      }
      return Entry.TAKEN;
    } finally {
      lock.unlock();
    }
  }

  /** Sends a ready set behind all that came before it; null when the lane is retired. */
  @Nullable Publication send(CalendarChange ready, int bytes) {
    lock.lock();
    try {
      if (retired) {
        return null;
      }
      if (!filling.isEmpty()) {
        sendFilling();
      }
      return publish(ready, bytes, (result, fault) -> {});
    } finally {
      lock.unlock();
    }
  }

  private void sendFilling() {
    ChangeSet set = filling;
    filling = new ChangeSet(calendar);
    publish(set.toRecord(), set.bytes(), set::complete);
  }

  private Publication publish(
      CalendarChange set,
      int bytes,
      BiConsumer<@Nullable ChangeResult, @Nullable Throwable> completion) {
    inFlight++;
    Publication publication = publisher.publish(set);
    // not on the thread that reads results: sending the next set may block, and so may who waits
    CompletableFuture<ChangeResult> unused =
        publication
            .result()
            .whenComplete(
                (result, fault) ->
                    Thread.ofVirtual()
                        .name("kalends-result")
                        .start(
                            () -> {
                              try {
                                landed();
                                owner.landed(this, bytes);
                              } finally {
                                completion.accept(result, fault);
                              }
                            }));
    return publication;
  }

  /** The next set may go. */
  private void landed() {
    lock.lock();
    try {
      inFlight--;
      if (!filling.isEmpty() && inFlight < MAX_SETS_IN_FLIGHT) {
        sendFilling();
      }
      retired = inFlight == 0 && filling.isEmpty();
      room.signalAll();
    } finally {
      lock.unlock();
    }
  }

  boolean isRetired() {
    lock.lock();
    try {
      return retired;
    } finally {
      lock.unlock();
    }
  }
}
