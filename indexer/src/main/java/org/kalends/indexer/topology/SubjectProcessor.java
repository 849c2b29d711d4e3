package org.kalends.indexer.topology;

import java.time.Clock;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;
import org.kalends.indexer.store.IndexStores;
import org.kalends.schemas.UnreadableRecordException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the rows of a partition's attendees: applies what the calendars' writers send. The stream
 * thread's.
 */
final class SubjectProcessor implements Processor<byte[], byte[], byte[], byte[]> {
  private final int partitions;
  private final Clock clock;
  private @Nullable Task task;

  SubjectProcessor(int partitions, Clock clock) {
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

  /** What an assigned task has. */
  private static final class Task {
    private static final Logger LOG = LoggerFactory.getLogger(SubjectProcessor.class);

    private final ProcessorContext<byte[], byte[]> context;
    private final TaskStores stores;
    private final DeadLetters deadLetters;
    private final SubjectRows rows;
    private final Sensor rowsWritten;

    Task(ProcessorContext<byte[], byte[]> context, int partitions, Clock clock) {
      this.context = context;
      this.stores = new TaskStores(context, IndexStores.SUBJECT_STORES);
      this.deadLetters = new DeadLetters(context, IndexTopology.SUBJECT_DEAD_LETTERS, clock);
      this.rows = new SubjectRows(partitions);
      this.rowsWritten = IndexSensors.total(context, "subject-rows-written");
    }

    void process(Record<byte[], byte[]> record) {
      RecordMetadata at = context.recordMetadata().orElseThrow();
      Writes writes = new Writes(record.timestamp());
      try {
        SubjectRows.Update update = rows.read(record, at);
        writes = update.writes();
        if (update.waitedFor()) {
          context.commit();
        }
      } catch (UnreadableRecordException | UnacceptableRecordException e) {
        deadLetters.setAside(record, String.valueOf(e.getMessage()), writes);
      } catch (KafkaException e) {
        throw e;
      } catch (RuntimeException e) {
        LOG.error("Entries cannot be processed: this is a fault of Kalends", e);
        deadLetters.setAside(
            record, "Processing failed, which is a fault of Kalends; fault=" + e, writes);
      }
      writes.apply(stores, context);
      rowsWritten.record(writes.rows());
    }
  }
}
