package org.kalends.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TopicsTest {
  @Test
  void shouldCompactTheFeedAndNothingElse() {
    for (Topics topic : Topics.values()) {
      assertThat(topic.settings().get("cleanup.policy"))
          .isEqualTo(topic == Topics.CALENDAR_EVENTS ? "compact" : "delete");
    }
  }

  @Test
  void shouldPartitionAllButTheDeadLetters() {
    for (Topics topic : Topics.values()) {
      assertThat(topic.partitions(24)).isEqualTo(topic == Topics.DEAD_LETTERS ? 1 : 24);
    }
  }

  @Test
  void shouldLeaveRoomForChangeSetsAboveTheirLimit() {
    assertThat(Topics.MAX_RECORD_BYTES).isGreaterThan(Topics.MAX_CHANGE_SET_BYTES);
  }
}
