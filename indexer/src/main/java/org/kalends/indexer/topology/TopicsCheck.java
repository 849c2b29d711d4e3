package org.kalends.indexer.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.kalends.schemas.Topics;

/** Holds the topics that there are against those that a node needs, before it starts. */
final class TopicsCheck {
  private TopicsCheck() {}

  /**
   * @param found partitions of each topic that there is
   * @param partitions that the node is set to
   * @throws IllegalStateException with a sentence for each topic at fault, that says what to do
   */
  static void check(Map<String, Integer> found, int partitions) {
    List<String> faults = new ArrayList<>();
    for (Topics topic : Topics.values()) {
      Integer has = found.get(topic.topicName());
      int wanted = topic.partitions(partitions);
      if (has == null) {
        faults.add(
            "A topic is missing: `kalends topics apply` creates it; topic=" + topic.topicName());
      } else if (has != wanted) {
        faults.add(
            "A topic has another number of partitions than this node is set to, and every subject"
                + " would be looked for in the wrong place: set the node's to the topic's; topic="
                + topic.topicName()
                + " partitions="
                + has
                + " node="
                + wanted);
      }
    }
    if (!faults.isEmpty()) {
      throw new IllegalStateException(String.join(". ", faults));
    }
  }
}
