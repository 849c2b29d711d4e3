package org.kalends.indexer.topology;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;
import org.kalends.indexer.index.CalendarRow;
import org.kalends.indexer.index.IdIndexKey;
import org.kalends.indexer.index.UnknownFormatException;
import org.kalends.indexer.store.IndexStores;
import org.kalends.schemas.AttendeeAddress;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;
import org.kalends.schemas.Partitioning;
import org.kalends.schemas.RecordCodec;
import org.kalends.schemas.ResultHeaders;
import org.kalends.schemas.UnreadableRecordException;
import org.kalends.schemas.avro.CalendarChange;
import org.kalends.schemas.avro.ChangeAction;
import org.kalends.schemas.avro.ChangeResult;
import org.kalends.schemas.avro.Outcome;
import org.kalends.schemas.avro.OutcomeStatus;
import org.kalends.schemas.avro.TouchedPartition;
import org.kalends.schemas.http.ProblemType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The single writer of a partition's calendars: a change set in, rows, feed, attendees' entries and
 * one result out, in the record's transaction. Everything is computed before the first write, so
 * that a record that cannot be processed is set aside and leaves no other trace; the slices of a
 * deletion that is finished for it are each complete in themselves. The stream thread's.
 */
final class CalendarProcessor implements Processor<byte[], byte[], byte[], byte[]> {
  private final int partitions;
  private final Clock clock;
  private @Nullable Task task;

  CalendarProcessor(int partitions, Clock clock) {
    this.partitions = partitions;
    this.clock = clock;
  }

  @Override
  public void init(ProcessorContext<byte[], byte[]> context) {
    task = new Task(context, partitions, clock);
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    Task opened = task;
    if (opened == null) {
      throw new IllegalStateException("process before init");
    }
    opened.process(record);
  }

  /** What an assigned task has: everything that needs the context. */
  private static final class Task {
    private static final Logger LOG = LoggerFactory.getLogger(CalendarProcessor.class);
    private static final String AT_FAULT =
        "Processing failed, which is a fault of Kalends; the change is kept among the dead letters";

    private static final RecordCodec<ChangeResult> RESULTS = RecordCodec.changeResults();

    private final ProcessorContext<byte[], byte[]> context;
    private final int partitions;
    private final TaskStores stores;
    private final CalendarDeletions deletions;
    private final DeadLetters deadLetters;
    private final ChangeReader reader;
    private final SortedMap<OutcomeStatus, Sensor> outcomes = new TreeMap<>();
    private final Sensor rowsWritten;

    Task(ProcessorContext<byte[], byte[]> context, int partitions, Clock clock) {
      this.context = context;
      this.partitions = partitions;
      this.stores = new TaskStores(context, IndexStores.CALENDAR_STORES);
      this.deletions = new CalendarDeletions(context, stores, partitions);
      this.deadLetters = new DeadLetters(context, IndexTopology.CALENDAR_DEAD_LETTERS, clock);
      this.reader = new ChangeReader(partitions);
      for (OutcomeStatus status : OutcomeStatus.values()) {
        outcomes.put(
            status,
            IndexSensors.total(context, "changes-" + status.name().toLowerCase(Locale.ROOT)));
      }
      this.rowsWritten = IndexSensors.total(context, "rows-written");
    }

    void process(Record<byte[], byte[]> record) {
      RecordMetadata at = context.recordMetadata().orElseThrow();
      Writes writes = new Writes(record.timestamp());
      CalendarChange change = null;
      try {
        change = reader.read(record.key(), record.value(), at.partition());
        writes = apply(change, record.timestamp());
      } catch (UnreadableRecordException | UnacceptableRecordException e) {
        deadLetters.setAside(record, String.valueOf(e.getMessage()), writes);
      } catch (KafkaException | UnknownFormatException e) {
        // of the stores, not of the record: the next task or node may do better
        throw e;
      } catch (RuntimeException e) {
        LOG.error("A change set cannot be processed: this is a fault of Kalends", e);
        deadLetters.setAside(
            record, "Processing failed, which is a fault of Kalends; fault=" + e, writes);
        if (change != null) {
          CalendarId calendar = new CalendarId(change.getCalendar());
          answer(rejected(change, row(calendar), ProblemType.INTERNAL, AT_FAULT), change, writes);
        }
      }
      writes.apply(stores, context);
      rowsWritten.record(writes.rows());
    }

    private Writes apply(CalendarChange change, long timestampMillis) {
      CalendarId calendar = new CalendarId(change.getCalendar());
      Writes writes = new Writes(timestampMillis);
      answer(result(calendar, change, writes), change, writes);
      return writes;
    }

    private ChangeResult result(CalendarId calendar, CalendarChange change, Writes writes) {
      boolean deletion =
          change.getChanges().size() == 1
              && change.getChanges().getFirst().getAction() == ChangeAction.DELETE_CALENDAR;
      if (deletion) {
        return delete(calendar, change, writes);
      }
      if (!deletions.finish(calendar)) {
        return rejected(
            change,
            row(calendar),
            ProblemType.UNAVAILABLE,
            "The calendar of this name is still being deleted: try again in a while; calendar="
                + calendar);
      }
      return change(calendar, change, writes);
    }

    /** A result goes out for each set that could be read, also when it came to nothing. */
    private void answer(ChangeResult result, CalendarChange change, Writes writes) {
      RecordHeaders headers = new RecordHeaders();
      headers.add(ResultHeaders.CHANGE_ID, change.getChangeId().getBytes(StandardCharsets.UTF_8));
      byte[] key = change.getCalendar().getBytes(StandardCharsets.UTF_8);
      writes.send(IndexTopology.RESULTS, key, RESULTS.encode(result), headers);
      result.getOutcomes().forEach(this::count);
      if (change.getWaitedFor()) {
        context.commit();
      }
    }

    private static ChangeResult rejected(
        CalendarChange change, CalendarRow row, ProblemType type, String detail) {
      List<Outcome> outcomes =
          change.getChanges().stream()
              .map(each -> Rejections.outcome(each.getUid(), null, type, detail, null))
              .toList();
      return new ChangeResult(
          change.getChangeId(), change.getCalendar(), row.seq(), outcomes, List.of());
    }

    private void count(Outcome outcome) {
      Sensor sensor = outcomes.get(outcome.getStatus());
      if (sensor != null) {
        sensor.record();
      }
    }

    private ChangeResult change(CalendarId calendar, CalendarChange change, Writes writes) {
      CalendarRow row = row(calendar).withState(CalendarRow.State.OPEN);
      ChangeSet set = ChangeSet.of(calendar, row, change, uid -> stored(calendar, uid));
      SortedMap<Integer, Long> touched = touchedBefore(set);
      if (!set.transitions().isEmpty()) {
        CalendarWriter writer = new CalendarWriter(calendar, partitions, writes);
        set.transitions().forEach(writer::write);
        for (TouchedPartition each : writer.finish(set.row(), change.getWaitedFor())) {
          touched.merge(each.getPartition(), each.getSeq(), Math::max);
        }
      }
      List<TouchedPartition> waitFor =
          touched.entrySet().stream()
              .map(each -> new TouchedPartition(each.getKey(), each.getValue()))
              .toList();
      return new ChangeResult(
          change.getChangeId(), calendar.value(), set.row().seq(), set.outcomes(), waitFor);
    }

    /**
     * An unchanged event is seen where its attendees are once the change that made it is applied
     * there.
     */
    private SortedMap<Integer, Long> touchedBefore(ChangeSet set) {
      SortedMap<Integer, Long> touched = new TreeMap<>();
      for (EventState state : set.unchanged()) {
        for (AttendeeAddress attendee : state.rows().attendees()) {
          touched.merge(Partitioning.partitionOf(attendee, partitions), state.seq(), Math::max);
        }
      }
      return touched;
    }

    private ChangeResult delete(CalendarId calendar, CalendarChange change, Writes writes) {
      CalendarRow row = row(calendar);
      Outcome outcome;
      if (row.state() == CalendarRow.State.OPEN && row.seq() > 0) {
        row = deletions.close(calendar, row, writes);
        outcome = new Outcome("", OutcomeStatus.DELETED, null, null);
      } else {
        outcome =
            Rejections.outcome(
                "",
                null,
                ProblemType.CALENDAR_NOT_FOUND,
                "There is no such calendar; calendar=" + calendar,
                null);
      }
      return new ChangeResult(
          change.getChangeId(), calendar.value(), row.seq(), List.of(outcome), List.of());
    }

    private CalendarRow row(CalendarId calendar) {
      byte[] stored = stores.get(IndexStores.CALENDARS, CalendarRow.key(calendar));
      return stored == null ? CalendarRow.NEW : CalendarRow.decode(stored);
    }

    private @Nullable EventState stored(CalendarId calendar, EventUid uid) {
      byte[] stored = stores.get(IndexStores.ID_INDEX, new IdIndexKey(calendar, uid).encode());
      return stored == null ? null : EventState.read(calendar, uid, stored);
    }
  }
}
