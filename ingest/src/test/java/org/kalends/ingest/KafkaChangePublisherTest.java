package org.kalends.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.kalends.ingest.ChangePublisher.Publication;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.Partitioning;
import org.kalends.schemas.RecordCodec;
import org.kalends.schemas.Topics;
import org.kalends.schemas.avro.CalendarChange;
import org.kalends.schemas.avro.Change;
import org.kalends.schemas.avro.ChangeAction;

class KafkaChangePublisherTest {
  private static final int PARTITIONS = 24;

  private final MockProducer<String, byte[]> producer =
      new MockProducer<>(false, null, new StringSerializer(), new ByteArraySerializer());
  private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
  private final KafkaChangePublisher publisher = publisher();

  private KafkaChangePublisher publisher() {
    TopicPartition results = new TopicPartition(Topics.CHANGE_RESULTS.topicName(), 0);
    consumer.updateEndOffsets(Map.of(results, 0L));
    ResultAwaiter awaiter =
        new ResultAwaiter(consumer, List.of(results), Duration.ofSeconds(10), System::nanoTime);
    return new KafkaChangePublisher(producer, awaiter, PARTITIONS, Duration.ofSeconds(1));
  }

  @AfterEach
  void close() {
    publisher.close();
  }

  @Test
  void shouldSendTheSetToItsCalendarsPartition() {
    CalendarChange set = set("c1", "u1");

    Publication publication = publisher.publish(set);

    ProducerRecord<String, byte[]> record = producer.history().getFirst();
    assertThat(record.topic()).isEqualTo("calendar-changes");
    assertThat(record.key()).isEqualTo("team");
    assertThat(record.partition())
        .isEqualTo(Partitioning.partitionOf(new CalendarId("team"), PARTITIONS));
    assertThat(RecordCodec.calendarChanges().decode(record.value())).isEqualTo(set);
    assertThat(publication.stored()).isNotDone();
    producer.completeNext();
    assertThat(publication.stored()).isCompleted();
    assertThat(publication.result()).isNotDone();
  }

  @Property(tries = 200)
  void shouldAgreeWithKafkasOwnPartitioner(
      @ForAll @CharRange(from = 'a', to = 'z') @StringLength(min = 1, max = 128) String calendar,
      @ForAll @IntRange(min = 1, max = 100) int partitions) {
    byte[] key = calendar.getBytes(StandardCharsets.UTF_8);

    assertThat(Partitioning.partitionOf(new CalendarId(calendar), partitions))
        .isEqualTo(BuiltInPartitioner.partitionForKey(key, partitions));
  }

  @Test
  void shouldFailWhatKafkaDoesNotConfirm() {
    Publication publication = publisher.publish(set("c1", "u1"));

    producer.errorNext(new KafkaException("no broker"));

    assertThat(publication.stored()).isCompletedExceptionally();
    assertThat(publication.result())
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCauseInstanceOf(ChangeException.NotStored.class)
        .withMessageContaining("cause=no broker");
  }

  @Test
  void shouldFailWhatTheProducerRefuses() {
    producer.sendException = new KafkaException("fenced");

    Publication publication = publisher.publish(set("c1", "u1"));

    assertThat(publication.stored()).isCompletedExceptionally();
    assertThat(publication.result()).isCompletedExceptionally();
  }

  @Test
  void shouldFailAChangeIdThatIsUnderWayAndLeaveTheFirstAlone() {
    Publication first = publisher.publish(set("same", "u1"));
    Publication second = publisher.publish(set("same", "u2"));

    assertThat(second.result()).isCompletedExceptionally();
    assertThat(first.result()).isNotDone();
    assertThat(producer.history()).hasSize(1);
  }

  @Test
  void shouldSendNothingThatIsTooLargeForARecord() {
    String[] uids =
        IntStream.range(0, 4_000).mapToObj(i -> "u".repeat(240) + i).toArray(String[]::new);

    Publication publication = publisher.publish(set("c1", uids));

    assertThat(publication.stored())
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCauseInstanceOf(ChangeException.TooLarge.class)
        .withMessageContaining("limit=" + Topics.MAX_CHANGE_SET_BYTES);
    assertThat(producer.history()).isEmpty();
  }

  @Test
  void shouldFailWhatIsSentAfterItIsClosed() {
    publisher.close();

    assertThat(publisher.publish(set("c1", "u1")).result()).isCompletedExceptionally();
  }

  private static CalendarChange set(String changeId, String... uids) {
    List<Change> changes =
        List.of(uids).stream()
            .map(uid -> Change.newBuilder().setAction(ChangeAction.DELETE).setUid(uid).build())
            .toList();
    return CalendarChange.newBuilder()
        .setChangeId(changeId)
        .setCalendar("team")
        .setChanges(changes)
        .build();
  }
}
