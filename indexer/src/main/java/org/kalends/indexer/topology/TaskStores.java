package org.kalends.indexer.topology;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.kalends.indexer.index.KeyRange;

/** The stores of a task, by name. The stream thread's. */
final class TaskStores {
  private final Map<String, KeyValueStore<Bytes, byte[]>> stores = new HashMap<>();

  TaskStores(ProcessorContext<?, ?> context, List<String> names) {
    for (String name : names) {
      stores.put(name, context.getStateStore(name));
    }
  }

  byte @Nullable [] get(String store, byte[] key) {
    return store(store).get(Bytes.wrap(key));
  }

  /** Close it, and write nothing to the store while it is open. */
  KeyValueIterator<Bytes, byte[]> range(String store, KeyRange range) {
    return store(store).range(Bytes.wrap(range.from()), Bytes.wrap(range.to()));
  }

  /** Close it, and write nothing to the store while it is open. */
  KeyValueIterator<Bytes, byte[]> all(String store) {
    return store(store).all();
  }

  /**
   * @param value null deletes
   */
  void put(String store, Bytes key, @Nullable Bytes value) {
    store(store).put(key, value == null ? null : value.get());
  }

  private KeyValueStore<Bytes, byte[]> store(String name) {
    KeyValueStore<Bytes, byte[]> store = stores.get(name);
    if (store == null) {
      throw new IllegalArgumentException("The processor has no such store; store=" + name);
    }
    return store;
  }
}
