package org.kalends.indexer.topology;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.kalends.schemas.DeadLetterHeaders;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets records aside that cannot be read, as they were, with where they stood and why. One task's.
 */
final class DeadLetters {
  private static final Logger LOG = LoggerFactory.getLogger(DeadLetters.class);

  private final ProcessorContext<byte[], byte[]> context;
  private final String sink;
  private final Clock clock;
  private final Sensor count;

  DeadLetters(ProcessorContext<byte[], byte[]> context, String sink, Clock clock) {
    this.context = context;
    this.sink = sink;
    this.clock = clock;
    this.count = IndexSensors.total(context, "dead-letters");
  }

  /**
   * @param reason a sentence
   */
  void setAside(Record<byte[], byte[]> record, String reason) {
    RecordMetadata at = context.recordMetadata().orElseThrow();
    LOG.warn(
        "A record is set aside; topic={} partition={} offset={} reason={}",
        at.topic(),
        at.partition(),
        at.offset(),
        reason);
    Headers headers = new RecordHeaders(record.headers());
    put(headers, DeadLetterHeaders.TOPIC, at.topic());
    put(headers, DeadLetterHeaders.PARTITION, Integer.toString(at.partition()));
    put(headers, DeadLetterHeaders.OFFSET, Long.toString(at.offset()));
    put(headers, DeadLetterHeaders.REASON, reason);
    put(headers, DeadLetterHeaders.AT, clock.instant().toString());
    context.forward(record.withHeaders(headers), sink);
    count.record();
  }

  private static void put(Headers headers, String name, String value) {
    headers.add(name, value.getBytes(StandardCharsets.UTF_8));
  }
}
