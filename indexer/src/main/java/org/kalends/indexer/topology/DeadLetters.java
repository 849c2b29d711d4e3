package org.kalends.indexer.topology;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.kalends.schemas.DeadLetterHeaders;
import org.kalends.schemas.Topics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets records aside that cannot be processed, as they were, with where they stood and why. One
 * task's.
 */
final class DeadLetters {
  /** Characters of a reason: it may quote what was found in the record. */
  static final int MAX_REASON = 1_000;

  /**
   * Bytes of a dead letter that are kept for our headers and Kafka's framing. A record that leaves
   * less is set aside without its value, so that a dead letter never is too large for its topic:
   * the reason says so, and tells where the record lies.
   */
  static final int HEADROOM_BYTES = 64 * 1024;

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
   * @param why a sentence
   */
  void setAside(Record<byte[], byte[]> record, String why, Writes writes) {
    RecordMetadata at = context.recordMetadata().orElseThrow();
    int bytes = bytes(record);
    boolean fits = bytes <= Topics.MAX_RECORD_BYTES - HEADROOM_BYTES;
    String reason =
        clipped(
            fits ? why : "The record is too large to be kept here; bytes=" + bytes + ": " + why);
    LOG.warn(
        "A record is set aside; topic={} partition={} offset={} reason={}",
        at.topic(),
        at.partition(),
        at.offset(),
        reason);
    Headers headers = fits ? new RecordHeaders(record.headers()) : new RecordHeaders();
    put(headers, DeadLetterHeaders.TOPIC, at.topic());
    put(headers, DeadLetterHeaders.PARTITION, Integer.toString(at.partition()));
    put(headers, DeadLetterHeaders.OFFSET, Long.toString(at.offset()));
    put(headers, DeadLetterHeaders.REASON, reason);
    put(headers, DeadLetterHeaders.AT, clock.instant().toString());
    writes.send(sink, fits ? record.key() : null, fits ? record.value() : null, headers);
    count.record();
  }

  private static int bytes(Record<byte[], byte[]> record) {
    int bytes = length(record.key()) + length(record.value());
    for (Header header : record.headers()) {
      bytes += header.key().length() + length(header.value());
    }
    return bytes;
  }

  private static int length(byte @org.jspecify.annotations.Nullable [] bytes) {
    return bytes == null ? 0 : bytes.length;
  }

  private static String clipped(String text) {
    return text.length() <= MAX_REASON ? text : text.substring(0, MAX_REASON) + '…';
  }

  private static void put(Headers headers, String name, String value) {
    headers.add(name, value.getBytes(StandardCharsets.UTF_8));
  }
}
