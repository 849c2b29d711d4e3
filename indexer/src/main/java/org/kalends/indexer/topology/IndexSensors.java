package org.kalends.indexer.topology;

import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.streams.processor.api.ProcessorContext;

/**
 * Our own counters, among Kafka Streams' metrics of a task: rate and total of an operation, in the
 * group {@code stream-kalends-metrics} with the tag {@code kalends-id} = task.
 */
final class IndexSensors {
  private static final String SCOPE = "kalends";

  private IndexSensors() {}

  static Sensor total(ProcessorContext<?, ?> context, String operation) {
    return context
        .metrics()
        .addRateTotalSensor(
            SCOPE, context.taskId().toString(), operation, Sensor.RecordingLevel.INFO);
  }
}
