package org.kalends.ingest;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.kalends.schemas.Topics;

/** How a producer of ours stands to Kafka: its clients' properties, and their first contact. */
final class KafkaConnection {
  /**
   * Bytes that wait for a broker; several sets, so that they leave in one request while the one
   * before is under way.
   */
  private static final int BATCH_BYTES = 256 * 1024;

  /** Room in a request beside the largest record. */
  private static final int REQUEST_OVERHEAD_BYTES = 64 * 1024;

  private final Map<String, ?> kafka;
  private final KalendsProducer.Settings settings;

  KafkaConnection(Map<String, ?> kafka, KalendsProducer.Settings settings) {
    this.kafka = Map.copyOf(kafka);
    this.settings = settings;
  }

  /** Stands at the end of the results before it returns. */
  ChangePublisher open() {
    Producer<String, byte[]> producer =
        new KafkaProducer<>(
            producerProperties(), new StringSerializer(), new ByteArraySerializer());
    Consumer<byte[], byte[]> consumer = null;
    try {
      consumer =
          new KafkaConsumer<>(
              consumerProperties(), new ByteArrayDeserializer(), new ByteArrayDeserializer());
      int partitions =
          found(Topics.CALENDAR_CHANGES, producer.partitionsFor(name(Topics.CALENDAR_CHANGES)))
              .size();
      ResultAwaiter results = awaiter(consumer);
      results.start();
      return new KafkaChangePublisher(producer, results, partitions, settings.closeTimeout());
    } catch (KafkaException e) {
      producer.close(Duration.ZERO);
      if (consumer != null) {
        consumer.close();
      }
      throw new KafkaException(
          "No broker answers, or the topics are not there (kalends topics apply creates them);"
              + " bootstrap.servers="
              + kafka.get(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG)
              + " cause="
              + e.getMessage(),
          e);
    }
  }

  private ResultAwaiter awaiter(Consumer<byte[], byte[]> consumer) {
    List<TopicPartition> partitions =
        found(Topics.CHANGE_RESULTS, consumer.partitionsFor(name(Topics.CHANGE_RESULTS))).stream()
            .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
            .toList();
    return new ResultAwaiter(consumer, partitions, settings.resultTimeout(), System::nanoTime);
  }

  private static String name(Topics topic) {
    return topic.topicName();
  }

  private static List<PartitionInfo> found(Topics topic, List<PartitionInfo> partitions) {
    if (partitions.isEmpty()) {
      throw new KafkaException("The topic is not there; topic=" + topic.topicName());
    }
    return partitions;
  }

  Map<String, Object> producerProperties() {
    Map<String, Object> properties = new HashMap<>(kafka);
    properties.putIfAbsent(CommonClientConfigs.CLIENT_ID_CONFIG, "kalends-producer");
    properties.putIfAbsent(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
    properties.putIfAbsent(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES);
    properties.put(ProducerConfig.ACKS_CONFIG, "all");
    properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    // the lanes gather changes already: to linger would only delay who waits
    properties.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    properties.put(ProducerConfig.BUFFER_MEMORY_CONFIG, (long) settings.maxBytesUnderWay());
    properties.put(
        ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
        Topics.MAX_CHANGE_SET_BYTES + REQUEST_OVERHEAD_BYTES);
    properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, settings.maxBlock().toMillis());
    int delivery = Math.toIntExact(settings.deliveryTimeout().toMillis());
    properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, delivery);
    // one attempt may take half of it, so that there is a second
    properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, delivery / 2);
    return properties;
  }

  Map<String, Object> consumerProperties() {
    Map<String, Object> properties = new HashMap<>(kafka);
    properties.putIfAbsent(CommonClientConfigs.CLIENT_ID_CONFIG, "kalends-results");
    properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    // where the place is lost, to read results twice is better than to miss one
    properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    properties.put(
        ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
        Math.toIntExact(settings.maxBlock().toMillis()));
    properties.put(
        ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, Math.toIntExact(settings.maxBlock().toMillis()));
    properties.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "classic");
    return properties;
  }
}
