package org.kalends.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.kalends.schemas.RecordCodec;
import org.kalends.schemas.ResultHeaders;
import org.kalends.schemas.Topics;
import org.kalends.schemas.avro.ChangeResult;

class ResultAwaiterTest {
  private static final String TOPIC = Topics.CHANGE_RESULTS.topicName();
  private static final TopicPartition FIRST = new TopicPartition(TOPIC, 0);
  private static final TopicPartition SECOND = new TopicPartition(TOPIC, 1);
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final byte[] GARBAGE = "no result".getBytes(StandardCharsets.UTF_8);

  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1_000);
  private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
  private final ResultAwaiter awaiter = awaiterAtEnd();
  private final RecordCodec<ChangeResult> codec = RecordCodec.changeResults();

  private ResultAwaiter awaiterAtEnd() {
    consumer.updateEndOffsets(Map.of(FIRST, 5L, SECOND, 9L));
    return new ResultAwaiter(consumer, List.of(FIRST, SECOND), TIMEOUT, now::get);
  }

  @Test
  void shouldStandAtTheEndBeforeAnythingIsSent() {
    assertThat(consumer.assignment()).containsExactlyInAnyOrder(FIRST, SECOND);
    assertThat(consumer.position(FIRST)).isEqualTo(5);
    assertThat(consumer.position(SECOND)).isEqualTo(9);
  }

  @Test
  void shouldMatchResultsByChangeId() {
    CompletableFuture<ChangeResult> one = awaiter.expect("one");
    CompletableFuture<ChangeResult> two = awaiter.expect("two");

    arrives(SECOND, 9, "two", codec.encode(result("two", 7)));
    awaiter.readOnce(Duration.ZERO);

    assertThat(two).isCompletedWithValue(result("two", 7));
    assertThat(one).isNotDone();
  }

  @Test
  void shouldPassOverForeignResultsWithoutDecodingThem() {
    CompletableFuture<ChangeResult> ours = awaiter.expect("ours");

    arrives(FIRST, 5, "foreign", GARBAGE);
    arrives(FIRST, 6, "ours", codec.encode(result("ours", 1)));
    awaiter.readOnce(Duration.ZERO);

    assertThat(ours).isCompletedWithValue(result("ours", 1));
  }

  @Test
  void shouldDecodeResultsWithoutAHeader() {
    CompletableFuture<ChangeResult> ours = awaiter.expect("ours");

    arrives(FIRST, 5, null, GARBAGE);
    arrives(FIRST, 6, null, codec.encode(result("foreign", 1)));
    arrives(FIRST, 7, null, codec.encode(result("ours", 2)));
    awaiter.readOnce(Duration.ZERO);

    assertThat(ours).isCompletedWithValue(result("ours", 2));
  }

  @Test
  void shouldSayThatAChangeIsStoredWhenItsResultIsLate() {
    CompletableFuture<ChangeResult> late = awaiter.expect("late");
    awaiter.stored("late");

    now.addAndGet(TIMEOUT.toNanos() - 1);
    awaiter.readOnce(Duration.ZERO);
    assertThat(late).isNotDone();

    now.addAndGet(1);
    awaiter.readOnce(Duration.ZERO);
    assertThat(late)
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCauseInstanceOf(ChangeException.ResultUnknown.class)
        .withMessageContaining("The change is stored")
        .withMessageContaining("changeId=late")
        .withMessageContaining("waitedMillis=10000");
  }

  @Test
  void shouldSetNoDeadlineBeforeTheChangeIsStored() {
    CompletableFuture<ChangeResult> sending = awaiter.expect("sending");

    now.addAndGet(2 * TIMEOUT.toNanos());
    awaiter.readOnce(Duration.ZERO);

    assertThat(sending).isNotDone();
  }

  @Test
  void shouldTakeAResultThatIsFasterThanTheConfirmation() {
    CompletableFuture<ChangeResult> fast = awaiter.expect("fast");
    arrives(FIRST, 5, "fast", codec.encode(result("fast", 1)));
    awaiter.readOnce(Duration.ZERO);

    awaiter.stored("fast");

    assertThat(fast).isCompletedWithValue(result("fast", 1));
  }

  @Test
  void shouldFailAWaitWhoseChangeIsNotStored() {
    CompletableFuture<ChangeResult> lost = awaiter.expect("lost");

    awaiter.fail("lost", new ChangeException.NotStored("lost", new KafkaException("gone")));

    assertThat(lost).isCompletedExceptionally();
  }

  @Test
  void shouldRefuseAChangeIdThatIsUnderWay() {
    CompletableFuture<ChangeResult> first = awaiter.expect("same");

    assertThatThrownBy(() -> awaiter.expect("same")).hasMessageContaining("changeId=same");
    assertThat(first).isNotDone();
  }

  @Test
  void shouldReadOnAfterAFault() throws Exception {
    CompletableFuture<ChangeResult> ours = awaiter.expect("ours");
    consumer.setPollException(new KafkaException("the broker is away"));
    consumer.schedulePollTask(() -> {});
    arrives(FIRST, 5, "ours", codec.encode(result("ours", 1)));
    awaiter.start();

    assertThat(ours.get(30, TimeUnit.SECONDS)).isEqualTo(result("ours", 1));
    awaiter.close();
  }

  @Test
  void shouldReadOnAfterARecordWithoutValue() {
    CompletableFuture<ChangeResult> ours = awaiter.expect("ours");

    arrives(FIRST, 5, null, null);
    arrives(FIRST, 6, "ours", null);
    arrives(FIRST, 7, "ours", codec.encode(result("ours", 1)));
    awaiter.readOnce(Duration.ZERO);

    assertThat(ours).isCompletedWithValue(result("ours", 1));
  }

  @Test
  void shouldDecodeAResultWhoseHeaderHasNoValue() {
    CompletableFuture<ChangeResult> ours = awaiter.expect("ours");
    byte[] value = codec.encode(result("ours", 1));

    consumer.addRecord(
        new ConsumerRecord<>(
            TOPIC,
            FIRST.partition(),
            5,
            0L,
            TimestampType.CREATE_TIME,
            0,
            value.length,
            new byte[0],
            value,
            new RecordHeaders().add(ResultHeaders.CHANGE_ID, null),
            Optional.empty()));
    awaiter.readOnce(Duration.ZERO);

    assertThat(ours).isCompletedWithValue(result("ours", 1));
  }

  @Test
  void shouldFailWhoWaitsWhenReadingEndsByAnError() {
    CompletableFuture<ChangeResult> open = awaiter.expect("open");
    consumer.schedulePollTask(
        () -> {
          throw new OutOfMemoryError("made for this test");
        });

    awaiter.start();

    assertThat(open).failsWithin(Duration.ofSeconds(30));
    assertThat(awaiter.expect("later")).isCompletedExceptionally();
  }

  @Test
  void shouldFailWhoStillWaitsWhenItCloses() {
    CompletableFuture<ChangeResult> open = awaiter.expect("open");
    awaiter.start();

    awaiter.close();

    assertThat(open).isCompletedExceptionally();
    assertThat(awaiter.expect("later")).isCompletedExceptionally();
    assertThat(consumer.closed()).isTrue();
  }

  private void arrives(
      TopicPartition partition, long offset, @Nullable String header, byte @Nullable [] value) {
    RecordHeaders headers = new RecordHeaders();
    if (header != null) {
      headers.add(ResultHeaders.CHANGE_ID, header.getBytes(StandardCharsets.UTF_8));
    }
    consumer.addRecord(
        new ConsumerRecord<>(
            TOPIC,
            partition.partition(),
            offset,
            0L,
            TimestampType.CREATE_TIME,
            0,
            value == null ? -1 : value.length,
            new byte[0],
            value,
            headers,
            Optional.empty()));
  }

  private static ChangeResult result(String changeId, long seq) {
    return ChangeResult.newBuilder()
        .setChangeId(changeId)
        .setCalendar("team")
        .setSeq(seq)
        .setOutcomes(List.of())
        .build();
  }
}
