package org.kalends.indexer.topology;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;
import org.kalends.indexer.index.AppliedKey;
import org.kalends.indexer.index.AppliedRow;
import org.kalends.indexer.index.CalendarRow;
import org.kalends.schemas.AttendeeAddress;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.Partitioning;
import org.kalends.schemas.RecordCodec;
import org.kalends.schemas.ResultHeaders;
import org.kalends.schemas.UnreadableRecordException;
import org.kalends.schemas.avro.CalendarChange;
import org.kalends.schemas.avro.ChangeAction;
import org.kalends.schemas.avro.ChangeResult;
import org.kalends.schemas.avro.Outcome;
import org.kalends.schemas.avro.OutcomeStatus;
import org.kalends.schemas.avro.Rejection;
import org.kalends.schemas.avro.TouchedPartition;
import org.kalends.schemas.http.ProblemType;

/**
 * The single writer of a partition's calendars: a change set in, rows, feed, attendees' entries and
 * one result out, in the record's transaction. Everything is computed before the first write, so
 * that a record that cannot be processed is set aside without a trace. The stream thread's.
 */
final class CalendarProcessor implements Processor<byte[], byte[], byte[], byte[]> {
  /** How often a slice of the calendars that are being deleted goes. */
  private static final Duration DELETION_TURN = Duration.ofMillis(100);

  private static final RecordCodec<CalendarChange> CHANGES = RecordCodec.calendarChanges();
  private static final RecordCodec<ChangeResult> RESULTS = RecordCodec.changeResults();

  private final int partitions;
  private final Clock clock;
  private @Nullable Task task;

  CalendarProcessor(int partitions, Clock clock) {
    this.partitions = partitions;
    this.clock = clock;
  }

  @Override
  public void init(ProcessorContext<byte[], byte[]> context) {
    Task opened = new Task(context, partitions, clock);
    context.schedule(
        DELETION_TURN, PunctuationType.WALL_CLOCK_TIME, now -> opened.writer.deleteSlice());
    task = opened;
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
    private final ProcessorContext<byte[], byte[]> context;
    private final int partitions;
    private final CalendarWriter writer;
    private final DeadLetters deadLetters;
    private final SortedMap<OutcomeStatus, Sensor> outcomes = new TreeMap<>();

    Task(ProcessorContext<byte[], byte[]> context, int partitions, Clock clock) {
      this.context = context;
      this.partitions = partitions;
      this.writer = new CalendarWriter(context, partitions);
      this.deadLetters = new DeadLetters(context, IndexTopology.CALENDAR_DEAD_LETTERS, clock);
      for (OutcomeStatus status : OutcomeStatus.values()) {
        outcomes.put(
            status,
            IndexSensors.total(
                context, "changes-" + status.name().toLowerCase(java.util.Locale.ROOT)));
      }
    }

    void process(Record<byte[], byte[]> record) {
      try {
        CalendarChange change =
            CHANGES.decode(record.value() == null ? new byte[0] : record.value());
        apply(record, calendarOf(record, change), change);
        if (change.getWaitedFor()) {
          context.commit();
        }
      } catch (UnreadableRecordException | MisplacedChangeException e) {
        deadLetters.setAside(record, String.valueOf(e.getMessage()));
      }
      RecordMetadata at = context.recordMetadata().orElseThrow();
      writer.applied(new AppliedKey.InputPartition(at.partition()), new AppliedRow(at.offset()));
    }

    private CalendarId calendarOf(Record<byte[], byte[]> record, CalendarChange change)
        throws MisplacedChangeException {
      String key = record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8);
      if (!key.equals(change.getCalendar())) {
        throw new MisplacedChangeException(
            "The record's key is its calendar; key=" + key + " calendar=" + change.getCalendar());
      }
      CalendarId calendar;
      try {
        calendar = new CalendarId(key);
      } catch (IllegalArgumentException e) {
        throw new MisplacedChangeException(String.valueOf(e.getMessage()));
      }
      int partition = context.recordMetadata().orElseThrow().partition();
      int right = Partitioning.partitionOf(calendar, partitions);
      if (partition != right) {
        throw new MisplacedChangeException(
            "The calendar belongs to another partition: murmur2 of its name modulo the number of partitions; calendar="
                + calendar
                + " partition="
                + partition
                + " right="
                + right);
      }
      return calendar;
    }

    private void apply(Record<byte[], byte[]> record, CalendarId calendar, CalendarChange change) {
      boolean deletion =
          change.getChanges().size() == 1
              && change.getChanges().getFirst().getAction() == ChangeAction.DELETE_CALENDAR;
      ChangeResult result = deletion ? delete(calendar, change) : change(record, calendar, change);
      result.getOutcomes().forEach(this::count);
      RecordHeaders headers = new RecordHeaders();
      headers.add(ResultHeaders.CHANGE_ID, change.getChangeId().getBytes(StandardCharsets.UTF_8));
      context.forward(
          new Record<>(record.key(), RESULTS.encode(result), record.timestamp(), headers),
          IndexTopology.RESULTS);
    }

    private void count(Outcome outcome) {
      Sensor sensor = outcomes.get(outcome.getStatus());
      if (sensor != null) {
        sensor.record();
      }
    }

    private ChangeResult change(
        Record<byte[], byte[]> record, CalendarId calendar, CalendarChange change) {
      CalendarRow row = writer.openRow(calendar);
      ChangeSet set = ChangeSet.of(calendar, row, change, uid -> writer.stored(calendar, uid));
      List<TouchedPartition> touched = new ArrayList<>(touchedBefore(set));
      if (!set.transitions().isEmpty()) {
        touched.addAll(writer.write(calendar, set, record.timestamp(), change.getWaitedFor()));
      }
      return new ChangeResult(
          change.getChangeId(), calendar.value(), set.row().seq(), set.outcomes(), touched);
    }

    /**
     * An unchanged event is seen where its attendees are once the change that made it is applied
     * there.
     */
    private List<TouchedPartition> touchedBefore(ChangeSet set) {
      SortedMap<Integer, Long> touched = new TreeMap<>();
      for (EventState state : set.unchanged()) {
        for (AttendeeAddress attendee : state.rows().attendees()) {
          touched.merge(Partitioning.partitionOf(attendee, partitions), state.seq(), Math::max);
        }
      }
      return touched.entrySet().stream()
          .map(each -> new TouchedPartition(each.getKey(), each.getValue()))
          .toList();
    }

    private ChangeResult delete(CalendarId calendar, CalendarChange change) {
      CalendarRow row = writer.row(calendar);
      List<Outcome> outcome;
      if (row.state() == CalendarRow.State.OPEN && row.seq() > 0) {
        row = writer.close(calendar, row);
        outcome = List.of(new Outcome("", OutcomeStatus.DELETED, null, null));
      } else {
        Rejection rejection =
            Rejection.newBuilder()
                .setType(ProblemType.CALENDAR_NOT_FOUND.slug())
                .setDetail("There is no such calendar; calendar=" + calendar)
                .build();
        outcome = List.of(new Outcome("", OutcomeStatus.REJECTED, null, rejection));
      }
      return new ChangeResult(
          change.getChangeId(), calendar.value(), row.seq(), outcome, List.of());
    }
  }
}
