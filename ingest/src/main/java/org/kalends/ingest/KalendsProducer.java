package org.kalends.ingest;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.kalends.ingest.ChangePublisher.Publication;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;
import org.kalends.schemas.Topics;
import org.kalends.schemas.avro.CalendarChange;
import org.kalends.schemas.avro.Change;
import org.kalends.schemas.avro.ChangeAction;
import org.kalends.schemas.avro.Event;

/**
 * Writes calendar changes to Kafka and tells what became of each: every change has a future that
 * completes with the outcome decided by the calendar's single writer.
 *
 * <p>Changes of one calendar are applied in the order of the calls. A single one is sent at once;
 * when many are made without waiting they share records, so that a flood costs little for each (see
 * {@code CalendarLane}). Memory is bounded: a call blocks while too much is under way.
 *
 * <p>Safe for many threads. Futures complete on virtual threads of their own; with a {@link
 * ChangeException} where there is no outcome. A rejected change is an outcome.
 */
public final class KalendsProducer implements AutoCloseable {
  /**
   * How long things may take and how much may be under way.
   *
   * @param deliveryTimeout for Kafka to confirm a record; at least 1 s
   * @param resultTimeout for the single writer's result, from the confirmation on
   * @param maxBlock for a call to wait for room, and for the first contact with the brokers
   * @param closeTimeout for {@link #close} to wait for what is under way
   * @param maxBytesUnderWay of encoded changes whose results are not in
   */
  public record Settings(
      Duration deliveryTimeout,
      Duration resultTimeout,
      Duration maxBlock,
      Duration closeTimeout,
      int maxBytesUnderWay) {
    public static final Settings DEFAULTS =
        new Settings(
            Duration.ofSeconds(10),
            Duration.ofSeconds(10),
            Duration.ofSeconds(10),
            Duration.ofSeconds(10),
            64 * 1024 * 1024);

    /**
     * @throws IllegalArgumentException when a whole change set would never find room
     */
    public Settings {
      if (maxBytesUnderWay < Topics.MAX_CHANGE_SET_BYTES) {
        throw new IllegalArgumentException(
            "A change set must have room; maxBytesUnderWay="
                + maxBytesUnderWay
                + " changeSetBytes="
                + Topics.MAX_CHANGE_SET_BYTES);
      }
    }
  }

  private final ChangePublisher publisher;
  private final Settings settings;
  private final Semaphore bytesLeft;
  private final Map<CalendarId, CalendarLane> lanes = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /** Over a publisher of one's own, which is closed with it. */
  public KalendsProducer(ChangePublisher publisher, Settings settings) {
    this.publisher = publisher;
    this.settings = settings;
    // fair: a large change is not overtaken for ever
    this.bytesLeft = new Semaphore(settings.maxBytesUnderWay(), true);
  }

  /**
   * Connects to Kafka.
   *
   * @param bootstrapServers {@code host:port}, several separated by commas
   * @throws org.apache.kafka.common.KafkaException when no broker answers or the topics are not
   *     there
   */
  public static KalendsProducer connect(String bootstrapServers) {
    return connect(Map.of("bootstrap.servers", bootstrapServers), Settings.DEFAULTS);
  }

  /**
   * Connects to Kafka.
   *
   * @param kafka client properties for the connection (bootstrap.servers, security…); those that
   *     the guarantees need are set over them
   * @throws org.apache.kafka.common.KafkaException when no broker answers or the topics are not
   *     there
   */
  public static KalendsProducer connect(Map<String, ?> kafka, Settings settings) {
    return new KalendsProducer(new KafkaConnection(kafka, settings).open(), settings);
  }

  /**
   * Creates or replaces the event with this UID.
   *
   * @throws IllegalArgumentException when the event's UID is empty or too long
   */
  public CompletableFuture<ChangeOutcome> put(
      CalendarId calendar, Event event, Precondition precondition) {
    return submit(
        calendar,
        Change.newBuilder()
            .setAction(ChangeAction.PUT)
            .setUid(new EventUid(event.getUid()).value())
            .setEvent(event)
            .setIfMatch(precondition.ifMatch())
            .setIfNoneMatch(precondition.ifNoneMatch())
            .build());
  }

  /** Deletes an event; its outcome is a rejection when there is none. */
  public CompletableFuture<ChangeOutcome> delete(
      CalendarId calendar, EventUid uid, Precondition precondition) {
    return submit(
        calendar,
        Change.newBuilder()
            .setAction(ChangeAction.DELETE)
            .setUid(uid.value())
            .setIfMatch(precondition.ifMatch())
            .setIfNoneMatch(precondition.ifNoneMatch())
            .build());
  }

  /** Deletes a calendar with all its events; its outcome is a rejection when there is none. */
  public CompletableFuture<ChangeOutcome> deleteCalendar(CalendarId calendar) {
    return submit(calendar, Change.newBuilder().setAction(ChangeAction.DELETE_CALENDAR).build());
  }

  /**
   * Sends a change set as it is, behind all earlier changes of its calendar: for atomic sets, and
   * for those whose result nobody waits for.
   *
   * @param set at most {@link Topics#MAX_CHANGE_SET_BYTES} encoded, with a change id that is used
   *     once
   */
  public Publication publish(CalendarChange set) {
    int bytes = EncodedSize.of(set) + ChangeSet.OVERHEAD_BYTES;
    if (bytes > Topics.MAX_CHANGE_SET_BYTES) {
      return Publication.failed(
          new ChangeException.TooLarge(
              "changeId=" + set.getChangeId(), bytes, Topics.MAX_CHANGE_SET_BYTES));
    }
    CalendarId calendar;
    try {
      calendar = new CalendarId(set.getCalendar());
    } catch (IllegalArgumentException e) {
      return Publication.failed(e);
    }
    RuntimeException refusal = reserve(bytes);
    if (refusal != null) {
      return Publication.failed(refusal);
    }
    while (true) {
      CalendarLane lane = laneOf(calendar);
      Publication publication = lane.send(set, bytes);
      if (publication != null) {
        return publication;
      }
      lanes.remove(calendar, lane);
    }
  }

  private CompletableFuture<ChangeOutcome> submit(CalendarId calendar, Change change) {
    int bytes = EncodedSize.of(change);
    if (bytes > ChangeSet.MAX_CHANGE_BYTES) {
      return CompletableFuture.failedFuture(
          new ChangeException.TooLarge(
              "uid=" + change.getUid(), bytes, ChangeSet.MAX_CHANGE_BYTES));
    }
    RuntimeException refusal = reserve(bytes);
    if (refusal != null) {
      return CompletableFuture.failedFuture(refusal);
    }
    var pending = new ChangeSet.Pending(change, bytes, new CompletableFuture<>());
    refusal = enter(calendar, pending);
    if (refusal != null) {
      bytesLeft.release(bytes);
      return CompletableFuture.failedFuture(refusal);
    }
    return pending.outcome();
  }

  /** Takes room for the bytes; returns why not. */
  private @Nullable RuntimeException reserve(int bytes) {
    try {
      if (!bytesLeft.tryAcquire(bytes, settings.maxBlock().toNanos(), TimeUnit.NANOSECONDS)) {
        return new ChangeException.NoRoom(
            "Too many changes are under way; maxBytesUnderWay=" + settings.maxBytesUnderWay());
      }
    } catch (InterruptedException e) {
      return interrupted();
    }
    if (closed) {
      bytesLeft.release(bytes);
      return new IllegalStateException("The producer is closed");
    }
    return null;
  }

  /** Puts the change into its calendar's lane; returns why not. */
  private @Nullable RuntimeException enter(CalendarId calendar, ChangeSet.Pending pending) {
    try {
      while (true) {
        CalendarLane lane = laneOf(calendar);
        switch (lane.add(pending, settings.maxBlock().toNanos())) {
          case TAKEN -> {
            return null;
          }
          case FULL -> {
            return new ChangeException.NoRoom(
                "Too many changes of one calendar are under way; calendar=" + calendar);
          }
          case RETIRED -> lanes.remove(calendar, lane);
        }
      }
    } catch (InterruptedException e) {
      return interrupted();
    }
  }

  private static RuntimeException interrupted() {
    Thread.currentThread().interrupt();
    return new ChangeException.NoRoom("The thread was interrupted while it waited for room");
  }

  private CalendarLane laneOf(CalendarId calendar) {
    return lanes.computeIfAbsent(calendar, name -> new CalendarLane(name, publisher, this::landed));
  }

  private void landed(CalendarLane lane, int bytes) {
    bytesLeft.release(bytes);
    if (lane.isRetired()) {
      lanes.remove(lane.calendar(), lane);
    }
  }

  /** How many calendars have changes under way. */
  int lanes() {
    return lanes.size();
  }

  /**
   * Takes no more changes, waits for what is under way within the close timeout, and lets go of the
   * brokers. What has no result by then fails.
   */
  @Override
  public void close() {
    closed = true;
    int all = settings.maxBytesUnderWay();
    boolean landed = false;
    try {
      landed = bytesLeft.tryAcquire(all, settings.closeTimeout().toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      publisher.close();
      if (landed) {
        // who waits for room learns that it is closed
        bytesLeft.release(all);
      }
    }
  }
}
