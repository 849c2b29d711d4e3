package org.kalends.indexer.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * All that one input record does, collected before the first of it is done: a record that turns out
 * not to be processable half-way has left no trace. What can still fail when it is done are the
 * stores and Kafka, and then the transaction is aborted. The stream thread's.
 */
final class Writes {
  private final long timestampMillis;
  private final List<Row> rows = new ArrayList<>();
  private final List<Message> messages = new ArrayList<>();

  /**
   * A row of a store.
   *
   * @param value null when the row goes
   */
  private record Row(String store, Bytes key, @Nullable Bytes value) {}

  private record Message(String sink, Supplier<Record<byte[], byte[]>> record) {}

  /**
   * @param timestampMillis of all records that are sent
   */
  Writes(long timestampMillis) {
    this.timestampMillis = timestampMillis;
  }

  void put(String store, byte[] key, byte[] value) {
    rows.add(new Row(store, Bytes.wrap(key), Bytes.wrap(value)));
  }

  void delete(String store, byte[] key) {
    rows.add(new Row(store, Bytes.wrap(key), null));
  }

  /**
   * @param value null for a tombstone
   */
  void send(String sink, byte @Nullable [] key, byte @Nullable [] value) {
    send(sink, key, value, new RecordHeaders());
  }

  void send(String sink, byte @Nullable [] key, byte @Nullable [] value, Headers headers) {
    Record<byte[], byte[]> record = new Record<>(key, value, timestampMillis, headers);
    messages.add(new Message(sink, () -> record));
  }

  /**
   * Sends what is encoded when it is sent, and not kept before: the same entry goes to each of an
   * event's attendees.
   */
  void sendEncoded(String sink, byte[] key, Supplier<byte[]> value) {
    messages.add(new Message(sink, () -> new Record<>(key, value.get(), timestampMillis)));
  }

  /** How many rows it writes or deletes. */
  int rows() {
    return rows.size();
  }

  /** Does it all, in the order in which it was collected. */
  void apply(TaskStores stores, ProcessorContext<byte[], byte[]> context) {
    for (Row row : rows) {
      stores.put(row.store(), row.key(), row.value());
    }
    for (Message message : messages) {
      context.forward(message.record().get(), message.sink());
    }
  }
}
