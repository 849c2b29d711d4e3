package org.kalends.indexer.topology;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.kalends.indexer.index.AppliedKey;
import org.kalends.indexer.index.AppliedRow;
import org.kalends.indexer.index.IndexRows;
import org.kalends.indexer.index.SubjectVersion;
import org.kalends.indexer.store.IndexStores;
import org.kalends.schemas.AttendeeAddress;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;
import org.kalends.schemas.RecordCodec;
import org.kalends.schemas.UnreadableRecordException;
import org.kalends.schemas.avro.EntrySpan;
import org.kalends.schemas.avro.SubjectEntries;
import org.kalends.schemas.avro.SubjectEntry;

/**
 * Keeps the rows of a partition's attendees: applies what the calendars' writers send. The stream
 * thread's.
 */
final class SubjectProcessor implements Processor<byte[], byte[], byte[], byte[]> {
  private static final RecordCodec<SubjectEntries> ENTRIES = RecordCodec.subjectEntries();

  private final Clock clock;
  private @Nullable Task task;

  SubjectProcessor(Clock clock) {
    this.clock = clock;
  }

  @Override
  public void init(ProcessorContext<byte[], byte[]> context) {
    task = new Task(context, clock);
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    Task opened = task;
    if (opened == null) {
      throw new IllegalStateException("process before init");
    }
    opened.process(record);
  }

  /** What an assigned task has. */
  private static final class Task {
    private final ProcessorContext<byte[], byte[]> context;
    private final KeyValueStore<Bytes, byte[]> dtendIndex;
    private final KeyValueStore<Bytes, byte[]> applied;
    private final DeadLetters deadLetters;
    private final Sensor rowsWritten;

    Task(ProcessorContext<byte[], byte[]> context, Clock clock) {
      this.context = context;
      this.dtendIndex = context.getStateStore(IndexStores.SUBJECT_DTEND_INDEX);
      this.applied = context.getStateStore(IndexStores.SUBJECT_APPLIED);
      this.deadLetters = new DeadLetters(context, IndexTopology.SUBJECT_DEAD_LETTERS, clock);
      this.rowsWritten = IndexSensors.total(context, "subject-rows-written");
    }

    void process(Record<byte[], byte[]> record) {
      RecordMetadata at = context.recordMetadata().orElseThrow();
      try {
        SubjectEntries entries =
            ENTRIES.decode(record.value() == null ? new byte[0] : record.value());
        AttendeeAddress attendee =
            new AttendeeAddress(new String(record.key(), StandardCharsets.UTF_8));
        apply(attendee, entries, at.offset());
        if (entries.getWaitedFor()) {
          context.commit();
        }
      } catch (UnreadableRecordException e) {
        deadLetters.setAside(record, String.valueOf(e.getMessage()));
      }
      put(new AppliedKey.InputPartition(at.partition()), at.offset());
    }

    private void apply(AttendeeAddress attendee, SubjectEntries entries, long offset) {
      CalendarId calendar = new CalendarId(entries.getCalendar());
      for (SubjectEntry entry : entries.getEntries()) {
        apply(attendee, calendar, entry);
      }
      if (!entries.getEntries().isEmpty()) {
        dtendIndex.put(Bytes.wrap(SubjectVersion.key(attendee)), SubjectVersion.encode(offset + 1));
      }
      if (entries.getCompletes()) {
        put(new AppliedKey.OfCalendar(calendar), entries.getSeq());
      }
    }

    private void apply(AttendeeAddress attendee, CalendarId calendar, SubjectEntry entry) {
      EventUid uid = new EventUid(entry.getUid());
      EntrySpan remove = entry.getRemove();
      if (remove != null) {
        dtendIndex.delete(Bytes.wrap(IndexRows.attendeeKey(attendee, remove, calendar, uid)));
        rowsWritten.record();
      }
      EntrySpan put = entry.getPut();
      ByteBuffer value = entry.getEntry();
      if (put != null && value != null) {
        byte[] bytes = new byte[value.remaining()];
        value.duplicate().get(bytes);
        dtendIndex.put(Bytes.wrap(IndexRows.attendeeKey(attendee, put, calendar, uid)), bytes);
        rowsWritten.record();
      }
    }

    private void put(AppliedKey key, long value) {
      applied.put(Bytes.wrap(key.encode()), new AppliedRow(value).encode());
    }
  }
}
