package org.kalends.indexer.store;

import java.util.Set;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.query.Query;
import org.apache.kafka.streams.query.QueryResult;
import org.apache.kafka.streams.query.StateQueryRequest;
import org.jspecify.annotations.Nullable;

/**
 * Interactive queries (KIP-796) of the active tasks of this node. A task that is being restored, or
 * is another's, gives no answer: never an empty one.
 */
final class StreamsQueries implements StoreQueries {
  private final KafkaStreams streams;

  StreamsQueries(KafkaStreams streams) {
    this.streams = streams;
  }

  @Override
  public <R> @Nullable R query(StorePartition partition, String store, Query<R> query)
      throws PartitionUnavailableException {
    StateQueryRequest<R> request =
        StateQueryRequest.inStore(store)
            .withQuery(query)
            .withPartitions(Set.of(partition.number()))
            .withIsolationLevel(IsolationLevel.READ_COMMITTED)
            .requireActive();
    QueryResult<R> result;
    try {
      result = streams.query(request).getPartitionResults().get(partition.number());
    } catch (KafkaException | IllegalStateException e) {
      throw partition.unavailable(String.valueOf(e.getMessage()));
    }
    return answer(partition, result);
  }

  /**
   * What a store answered.
   *
   * @param result null when the node does not know the partition
   */
  static <R> @Nullable R answer(StorePartition partition, @Nullable QueryResult<R> result)
      throws PartitionUnavailableException {
    if (result == null) {
      throw partition.unavailable("this node does not hold it");
    }
    if (result.isFailure()) {
      throw partition.unavailable(result.getFailureReason() + ": " + result.getFailureMessage());
    }
    return result.getResult();
  }
}
