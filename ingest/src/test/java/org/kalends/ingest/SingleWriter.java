package org.kalends.ingest;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.kalends.schemas.avro.CalendarChange;
import org.kalends.schemas.avro.Change;
import org.kalends.schemas.avro.ChangeResult;
import org.kalends.schemas.avro.Event;
import org.kalends.schemas.avro.Outcome;
import org.kalends.schemas.avro.OutcomeStatus;
import org.kalends.schemas.avro.Rejection;
import org.kalends.schemas.avro.TouchedPartition;
import org.kalends.schemas.http.ProblemType;

/**
 * Plays Kafka and the calendars' single writers in memory: decides preconditions, knows etags, and
 * answers at once, or only when told.
 */
public final class SingleWriter implements ChangePublisher {
  /** What becomes of the sets that are published. */
  public enum Mode {
    ANSWER,
    /** Stored; applied and answered on {@link #answerNext}. */
    HOLD,
    /** Stored and applied; the result is lost. */
    LOSE_RESULTS,
    NOT_STORED
  }

  private record Held(
      CalendarChange set, CompletableFuture<Void> stored, CompletableFuture<ChangeResult> result) {}

  private final Map<String, TreeMap<String, String>> calendars = new TreeMap<>();
  private final Map<String, Long> seqs = new HashMap<>();
  private final Map<String, Rejection> rejections = new HashMap<>();
  private final List<CalendarChange> published = new ArrayList<>();
  private final Queue<Held> held = new ArrayDeque<>();
  private Mode mode = Mode.ANSWER;
  private Mode afterwards = Mode.ANSWER;
  private int left = Integer.MAX_VALUE;
  private boolean closed;

  public synchronized void mode(Mode next) {
    mode = next;
  }

  /** As {@link #mode(Mode)}, from the set after so many further ones on. */
  public synchronized void modeAfter(int sets, Mode next) {
    left = sets;
    afterwards = next;
  }

  /** Rejects the event with this UID from here on. */
  public synchronized void reject(String uid, Rejection why) {
    rejections.put(uid, why);
  }

  /** The sets so far. */
  public synchronized List<CalendarChange> published() {
    return List.copyOf(published);
  }

  /** The UIDs of a calendar's events. */
  public synchronized List<String> uids(String calendar) {
    return List.copyOf(calendars.getOrDefault(calendar, new TreeMap<>()).keySet());
  }

  public synchronized boolean closed() {
    return closed;
  }

  /** How many sets are not answered yet. */
  public synchronized int held() {
    return held.size();
  }

  /** Applies and answers the oldest set that is held. */
  public void answerNext() {
    Held next;
    ChangeResult result;
    synchronized (this) {
      next = Objects.requireNonNull(held.poll(), "nothing is held");
      result = apply(next.set());
    }
    next.result().complete(result);
  }

  /** Answers the oldest set that is held with what no writer of ours says. */
  public void answerNext(ChangeResult result) {
    Held next;
    synchronized (this) {
      next = Objects.requireNonNull(held.poll(), "nothing is held");
    }
    next.result().complete(result);
  }

  /** The result of the oldest set that is held never comes. */
  public void loseNext() {
    Held next;
    synchronized (this) {
      next = Objects.requireNonNull(held.poll(), "nothing is held");
    }
    next.result().completeExceptionally(unknown(next.set()));
  }

  @Override
  public synchronized Publication publish(CalendarChange set) {
    if (left-- == 0) {
      mode = afterwards;
    }
    published.add(set);
    return switch (mode) {
      case ANSWER ->
          new Publication(
              CompletableFuture.completedFuture(null),
              CompletableFuture.completedFuture(apply(set)));
      case HOLD -> {
        Held one =
            new Held(set, CompletableFuture.completedFuture(null), new CompletableFuture<>());
        held.add(one);
        yield new Publication(one.stored(), one.result());
      }
      case LOSE_RESULTS -> {
        apply(set);
        yield new Publication(
            CompletableFuture.completedFuture(null), CompletableFuture.failedFuture(unknown(set)));
      }
      case NOT_STORED ->
          Publication.failed(
              new ChangeException.NotStored(
                  set.getChangeId(), new IllegalStateException("no broker")));
    };
  }

  private static ChangeException.ResultUnknown unknown(CalendarChange set) {
    return new ChangeException.ResultUnknown(set.getChangeId(), "waitedMillis=10000");
  }

  private ChangeResult apply(CalendarChange set) {
    List<Outcome> outcomes = new ArrayList<>();
    for (Change change : set.getChanges()) {
      outcomes.add(apply(set.getCalendar(), change));
    }
    long seq = seqs.getOrDefault(set.getCalendar(), 0L);
    return ChangeResult.newBuilder()
        .setChangeId(set.getChangeId())
        .setCalendar(set.getCalendar())
        .setSeq(seq)
        .setOutcomes(outcomes)
        .setTouched(List.of(new TouchedPartition((int) (seq % 4), seq)))
        .build();
  }

  private Outcome apply(String calendar, Change change) {
    TreeMap<String, String> events = calendars.computeIfAbsent(calendar, name -> new TreeMap<>());
    String uid = change.getUid();
    String etag = events.get(uid);
    Rejection why = rejections.get(uid);
    boolean matches = change.getIfMatch() == null || change.getIfMatch().equals(etag);
    if (change.getIfMatch() != null && change.getIfMatch().equals("*")) {
      matches = etag != null;
    }
    if (why != null) {
      return outcome(uid, OutcomeStatus.REJECTED, etag, why);
    }
    if (!matches || change.getIfNoneMatch() && etag != null) {
      return rejected(uid, etag, ProblemType.PRECONDITION_FAILED);
    }
    return switch (change.getAction()) {
      case PUT -> put(calendar, events, Objects.requireNonNull(change.getEvent()));
      case DELETE ->
          events.remove(uid) == null
              ? rejected(uid, null, ProblemType.EVENT_NOT_FOUND)
              : counted(calendar, outcome(uid, OutcomeStatus.DELETED, null, null));
      case DELETE_CALENDAR -> {
        boolean there = !events.isEmpty();
        events.clear();
        yield there
            ? counted(calendar, outcome(uid, OutcomeStatus.DELETED, null, null))
            : rejected(uid, null, ProblemType.CALENDAR_NOT_FOUND);
      }
    };
  }

  private Outcome put(String calendar, Map<String, String> events, Event event) {
    String uid = event.getUid();
    String etag =
        UUID.nameUUIDFromBytes(event.toString().getBytes(StandardCharsets.UTF_8))
            .toString()
            .replace("-", "");
    String before = events.put(uid, etag);
    if (etag.equals(before)) {
      return outcome(uid, OutcomeStatus.UNCHANGED, etag, null);
    }
    OutcomeStatus status = before == null ? OutcomeStatus.CREATED : OutcomeStatus.UPDATED;
    return counted(calendar, outcome(uid, status, etag, null));
  }

  private Outcome counted(String calendar, Outcome outcome) {
    seqs.merge(calendar, 1L, Long::sum);
    return outcome;
  }

  private static Outcome rejected(String uid, @Nullable String etag, ProblemType type) {
    Rejection why = Rejection.newBuilder().setType(type.slug()).setDetail(type.title()).build();
    return outcome(uid, OutcomeStatus.REJECTED, etag, why);
  }

  private static Outcome outcome(
      String uid, OutcomeStatus status, @Nullable String etag, @Nullable Rejection why) {
    return Outcome.newBuilder()
        .setUid(uid)
        .setStatus(status)
        .setEtag(etag)
        .setRejection(why)
        .build();
  }

  @Override
  public void close() {
    List<Held> open;
    synchronized (this) {
      closed = true;
      open = List.copyOf(held);
      held.clear();
    }
    open.forEach(each -> each.result().completeExceptionally(unknown(each.set())));
  }
}
