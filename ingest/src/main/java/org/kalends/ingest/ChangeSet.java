package org.kalends.ingest;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.ConsistencyToken;
import org.kalends.schemas.Topics;
import org.kalends.schemas.avro.CalendarChange;
import org.kalends.schemas.avro.Change;
import org.kalends.schemas.avro.ChangeResult;
import org.kalends.schemas.avro.Outcome;
import org.kalends.schemas.avro.TouchedPartition;

/** Changes of one calendar that travel as one record. Guarded by its lane until it is sent. */
final class ChangeSet {
  /**
   * Changes: bounds how long one set keeps the other calendars of its partition waiting, some 50
   * ms.
   */
  static final int MAX_CHANGES = 1_000;

  /** Bytes that a set has beside its changes: marker, ids, counts. */
  static final int OVERHEAD_BYTES = 256;

  /** Bytes of one encoded change. */
  static final int MAX_CHANGE_BYTES = Topics.MAX_CHANGE_SET_BYTES - OVERHEAD_BYTES;

  /** A change, its size in a record, and who waits for it. */
  record Pending(Change change, int bytes, CompletableFuture<ChangeOutcome> outcome) {}

  private final CalendarId calendar;
  private final List<Pending> changes = new ArrayList<>();
  private int bytes;

  ChangeSet(CalendarId calendar) {
    this.calendar = calendar;
  }

  boolean isEmpty() {
    return changes.isEmpty();
  }

  /** Bytes of the changes in it. */
  int bytes() {
    return bytes;
  }

  boolean hasRoomFor(Pending change) {
    return changes.size() < MAX_CHANGES && bytes + change.bytes() <= MAX_CHANGE_BYTES;
  }

  void add(Pending change) {
    changes.add(change);
    bytes += change.bytes();
  }

  /** The record of this set, under a new id; somebody waits for each of its changes. */
  CalendarChange toRecord() {
    return CalendarChange.newBuilder()
        .setChangeId(UUID.randomUUID().toString())
        .setCalendar(calendar.value())
        .setWaitedFor(true)
        .setChanges(changes.stream().map(Pending::change).toList())
        .build();
  }

  /** Tells each who waits what became of its change. */
  void complete(@Nullable ChangeResult result, @Nullable Throwable fault) {
    if (result == null) {
      Throwable why = fault == null ? new IllegalStateException("no result and no fault") : fault;
      changes.forEach(pending -> pending.outcome().completeExceptionally(why));
      return;
    }
    List<ChangeOutcome> outcomes;
    try {
      outcomes = outcomesOf(result);
    } catch (IllegalArgumentException e) {
      changes.forEach(pending -> pending.outcome().completeExceptionally(e));
      return;
    }
    if (outcomes.size() != changes.size()) {
      IllegalStateException misfit =
          new IllegalStateException(
              "The result has not one outcome for each change; changeId="
                  + result.getChangeId()
                  + " outcomes="
                  + outcomes.size()
                  + " changes="
                  + changes.size());
      changes.forEach(pending -> pending.outcome().completeExceptionally(misfit));
      return;
    }
    for (int i = 0; i < changes.size(); i++) {
      changes.get(i).outcome().complete(outcomes.get(i));
    }
  }

  /** What a result says of each change, in their order. */
  static List<ChangeOutcome> outcomesOf(ChangeResult result) {
    ConsistencyToken token = tokenOf(result);
    return result.getOutcomes().stream().map(outcome -> outcomeOf(outcome, token)).toList();
  }

  private static ChangeOutcome outcomeOf(Outcome outcome, ConsistencyToken token) {
    return new ChangeOutcome(
        outcome.getUid(), outcome.getStatus(), outcome.getEtag(), token, outcome.getRejection());
  }

  private static ConsistencyToken tokenOf(ChangeResult result) {
    TreeMap<Integer, Long> partitions = new TreeMap<>();
    for (TouchedPartition touched : result.getTouched()) {
      partitions.merge(touched.getPartition(), touched.getSeq(), Math::max);
    }
    return new ConsistencyToken(new CalendarId(result.getCalendar()), result.getSeq(), partitions);
  }
}
