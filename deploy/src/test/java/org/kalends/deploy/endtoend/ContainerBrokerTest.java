package org.kalends.deploy.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

class ContainerBrokerTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final TopicPartition PARTITION = new TopicPartition("records", 0);

  @Test
  void shouldKeepACommittedRecord() throws Exception {
    try (ContainerBroker broker = ContainerBroker.startOrSkip();
        Admin admin = Admin.create(settings(broker))) {
      NewTopic topic = new NewTopic(PARTITION.topic(), Optional.of(1), Optional.empty());
      admin.createTopics(List.of(topic)).all().get();

      sendInATransaction(broker, "a change");

      assertThat(read(broker)).containsExactly("a change");
    }
  }

  private static void sendInATransaction(ContainerBroker broker, String value) throws Exception {
    Map<String, Object> settings = settings(broker, "transactional.id", "the-writer");
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
      producer.initTransactions();
      producer.beginTransaction();
      producer.send(new ProducerRecord<>(PARTITION.topic(), value)).get();
      producer.commitTransaction();
    }
  }

  private static List<String> read(ContainerBroker broker) {
    Map<String, Object> settings = settings(broker, "isolation.level", "read_committed");
    List<String> values = new ArrayList<>();
    Instant deadline = Instant.now().plus(PATIENCE);
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
      consumer.assign(List.of(PARTITION));
      consumer.seekToBeginning(List.of(PARTITION));
      while (values.isEmpty() && Instant.now().isBefore(deadline)) {
        consumer.poll(Duration.ofMillis(100)).forEach(record -> values.add(record.value()));
      }
    }
    return values;
  }

  private static Map<String, Object> settings(ContainerBroker broker) {
    return Map.of("bootstrap.servers", broker.bootstrapServers());
  }

  private static Map<String, Object> settings(ContainerBroker broker, String name, String value) {
    return Map.of("bootstrap.servers", broker.bootstrapServers(), name, value);
  }
}
