package org.kalends.indexer.store;

import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;
import org.kalends.indexer.index.RowCursor;

/**
 * A store's iterator as the index package walks over rows. A store that is closed meanwhile, its
 * partition having gone, makes it throw {@link LostPartitionException}: not end.
 */
final class StoreRows implements RowCursor {
  private final StorePartition partition;
  private final KeyValueIterator<Bytes, byte[]> iterator;
  private @Nullable KeyValue<Bytes, byte[]> row;

  StoreRows(StorePartition partition, KeyValueIterator<Bytes, byte[]> iterator) {
    this.partition = partition;
    this.iterator = iterator;
  }

  @Override
  public boolean next() {
    try {
      row = iterator.hasNext() ? iterator.next() : null;
    } catch (KafkaException | IllegalStateException e) {
      throw new LostPartitionException(partition.unavailable(String.valueOf(e.getMessage())));
    }
    return row != null;
  }

  @Override
  public byte[] key() {
    return row().key.get();
  }

  @Override
  public byte[] value() {
    return row().value;
  }

  private KeyValue<Bytes, byte[]> row() {
    if (row == null) {
      throw new IllegalStateException("The cursor stands on no row");
    }
    return row;
  }

  @Override
  public void close() {
    iterator.close();
  }
}
