package org.kalends.schemas;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The topics, with the settings that make them what they are: the one place to read or change them.
 *
 * <p>All partitioned topics have the same number of partitions, chosen once for a deployment.
 */
public enum Topics {
  /** {@code CalendarChange} by calendar: what writers ask for. */
  CALENDAR_CHANGES("calendar-changes", true, Duration.ofDays(7)),
  /** {@code ChangeResult} by calendar: what became of it. */
  CHANGE_RESULTS("change-results", true, Duration.ofDays(1)),
  /** {@code CalendarEvent} by calendar/uid, partitioned by calendar: the feed, compacted. */
  CALENDAR_EVENTS("calendar-events", true, null),
  /** {@code SubjectEntries} by attendee: from the calendar's to the attendee's sub-topology. */
  SUBJECT_ENTRIES("subject-entries", true, Duration.ofDays(1)),
  /** Records that could not be read or processed, as they were, with {@link DeadLetterHeaders}. */
  DEAD_LETTERS("dead-letters", false, Duration.ofDays(30));

  /**
   * Bytes of one record in any topic: a change set is at most {@link #MAX_CHANGE_SET_BYTES};
   * entries may be larger.
   */
  public static final int MAX_RECORD_BYTES = 8 * 1024 * 1024;

  /** Bytes of one encoded {@code CalendarChange}; a larger one is set aside as a dead letter. */
  public static final int MAX_CHANGE_SET_BYTES = 900 * 1024;

  /**
   * Changes in one {@code CalendarChange}: its result, with a sentence for each, must fit a record.
   */
  public static final int MAX_CHANGES = 5_000;

  private final String topicName;
  private final boolean partitioned;
  private final @Nullable Duration retention;

  Topics(String topicName, boolean partitioned, @Nullable Duration retention) {
    this.topicName = topicName;
    this.partitioned = partitioned;
    this.retention = retention;
  }

  public String topicName() {
    return topicName;
  }

  /** The number of partitions in a deployment of {@code partitions}. */
  public int partitions(int partitions) {
    return partitioned ? partitions : 1;
  }

  /**
   * Kafka's topic configuration, without replication; {@code min.insync.replicas} depends on the
   * cluster.
   */
  public Map<String, String> settings() {
    Map<String, String> settings = new TreeMap<>();
    settings.put("max.message.bytes", Integer.toString(MAX_RECORD_BYTES));
    if (retention == null) {
      settings.put("cleanup.policy", "compact");
    } else {
      settings.put("cleanup.policy", "delete");
      settings.put("retention.ms", Long.toString(retention.toMillis()));
    }
    return settings;
  }
}
