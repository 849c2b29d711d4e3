package org.kalends.indexer.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.kalends.indexer.index.RowUpdate;
import org.kalends.schemas.AttendeeAddress;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.Partitioning;
import org.kalends.schemas.avro.SubjectEntries;
import org.kalends.schemas.avro.SubjectEntry;
import org.kalends.schemas.avro.TouchedPartition;

/**
 * Collects what a change set alters for attendees and gives it out as records: one an attendee, the
 * last of each partition marked as the one that completes the set there. A partition that only
 * holds attendees of changed events, with equal rows, gets an empty record: a token that waits for
 * the event's sequence number there would wait for ever otherwise. One thread.
 */
final class SubjectDispatch {
  /** A record for the topic, and its key. */
  record Message(AttendeeAddress attendee, SubjectEntries entries) {}

  private final int partitions;
  private final SortedMap<Integer, SortedMap<AttendeeAddress, List<SubjectEntry>>> byPartition =
      new TreeMap<>();

  SubjectDispatch(int partitions) {
    this.partitions = partitions;
  }

  void add(RowUpdate update) {
    update.attendees().forEach((attendee, entry) -> entriesOf(attendee).add(entry));
  }

  /** Touches the partitions of an event's attendees, also when nothing changes in their rows. */
  void touch(Iterable<AttendeeAddress> attendees) {
    for (AttendeeAddress attendee : attendees) {
      SortedMap<AttendeeAddress, List<SubjectEntry>> there =
          byPartition.computeIfAbsent(
              Partitioning.partitionOf(attendee, partitions), partition -> new TreeMap<>());
      if (there.isEmpty()) {
        there.put(attendee, new ArrayList<>());
      }
    }
  }

  private List<SubjectEntry> entriesOf(AttendeeAddress attendee) {
    return byPartition
        .computeIfAbsent(
            Partitioning.partitionOf(attendee, partitions), partition -> new TreeMap<>())
        .computeIfAbsent(attendee, address -> new ArrayList<>());
  }

  /** The records in the order to send them. */
  List<Message> messages(CalendarId calendar, long seq, boolean waitedFor) {
    List<Message> messages = new ArrayList<>();
    for (SortedMap<AttendeeAddress, List<SubjectEntry>> there : byPartition.values()) {
      AttendeeAddress last = there.lastKey();
      for (Map.Entry<AttendeeAddress, List<SubjectEntry>> each : there.entrySet()) {
        boolean completes = each.getKey().equals(last);
        messages.add(
            new Message(
                each.getKey(),
                new SubjectEntries(
                    calendar.value(), seq, completes, waitedFor && completes, each.getValue())));
      }
    }
    return messages;
  }

  /** What a reader waits for in each partition that got a record. */
  List<TouchedPartition> touched(long seq) {
    return byPartition.keySet().stream()
        .map(partition -> new TouchedPartition(partition, seq))
        .toList();
  }
}
