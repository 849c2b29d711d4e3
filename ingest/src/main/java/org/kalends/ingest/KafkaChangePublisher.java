package org.kalends.ingest;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.Partitioning;
import org.kalends.schemas.RecordCodec;
import org.kalends.schemas.Topics;
import org.kalends.schemas.avro.CalendarChange;
import org.kalends.schemas.avro.ChangeResult;

/** Change sets to their topic, results from theirs. */
final class KafkaChangePublisher implements ChangePublisher {
  private final Producer<String, byte[]> producer;
  private final ResultAwaiter results;
  private final int partitions;
  private final Duration closeTimeout;
  private final RecordCodec<CalendarChange> codec = RecordCodec.calendarChanges();

  /**
   * @param results stands at the end of the result topic already
   * @param partitions of the change topic
   */
  KafkaChangePublisher(
      Producer<String, byte[]> producer,
      ResultAwaiter results,
      int partitions,
      Duration closeTimeout) {
    this.producer = producer;
    this.results = results;
    this.partitions = partitions;
    this.closeTimeout = closeTimeout;
  }

  @Override
  public Publication publish(CalendarChange set) {
    String changeId = set.getChangeId();
    CompletableFuture<Void> stored = new CompletableFuture<>();
    CompletableFuture<ChangeResult> result;
    ProducerRecord<String, byte[]> record;
    try {
      record = recordOf(set);
      result = results.expect(changeId);
    } catch (ChangeException | IllegalArgumentException e) {
      return Publication.failed(e);
    }
    try {
      Future<RecordMetadata> unused =
          producer.send(record, (metadata, fault) -> settle(changeId, stored, fault));
    } catch (KafkaException | IllegalStateException e) {
      settle(changeId, stored, e);
    }
    return new Publication(stored, result);
  }

  private ProducerRecord<String, byte[]> recordOf(CalendarChange set) {
    byte[] value = codec.encode(set);
    if (value.length > Topics.MAX_CHANGE_SET_BYTES) {
      throw new ChangeException.TooLarge(
          "changeId=" + set.getChangeId(), value.length, Topics.MAX_CHANGE_SET_BYTES);
    }
    CalendarId calendar = new CalendarId(set.getCalendar());
    return new ProducerRecord<>(
        Topics.CALENDAR_CHANGES.topicName(),
        Partitioning.partitionOf(calendar, partitions),
        calendar.value(),
        value);
  }

  private void settle(String changeId, CompletableFuture<Void> stored, @Nullable Exception fault) {
    if (fault == null) {
      results.stored(changeId);
      stored.complete(null);
    } else {
      ChangeException.NotStored notStored = new ChangeException.NotStored(changeId, fault);
      results.fail(changeId, notStored);
      stored.completeExceptionally(notStored);
    }
  }

  @Override
  public void close() {
    producer.close(closeTimeout);
    results.close();
  }
}
