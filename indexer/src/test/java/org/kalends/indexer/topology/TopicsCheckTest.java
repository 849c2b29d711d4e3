package org.kalends.indexer.topology;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.kalends.schemas.Topics;

class TopicsCheckTest {
  private final Map<String, Integer> found = new HashMap<>();

  TopicsCheckTest() {
    for (Topics topic : Topics.values()) {
      found.put(topic.topicName(), topic.partitions(4));
    }
  }

  @Test
  void shouldTakeTheTopicsThatItNeeds() {
    found.put("another", 7);

    assertThatCode(() -> TopicsCheck.check(found, 4)).doesNotThrowAnyException();
  }

  @Test
  void shouldSayWhatToDoAboutAMissingTopic() {
    found.remove("calendar-events");

    assertThatThrownBy(() -> TopicsCheck.check(found, 4))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("`kalends topics apply` creates it; topic=calendar-events");
  }

  @Test
  void shouldSayWhatToDoAboutAnotherNumberOfPartitions() {
    found.put("subject-entries", 8);

    assertThatThrownBy(() -> TopicsCheck.check(found, 4))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("topic=subject-entries partitions=8 node=4");
  }
}
