package org.kalends.indexer.topology;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.Partitioning;
import org.kalends.schemas.RecordCodec;
import org.kalends.schemas.Topics;
import org.kalends.schemas.avro.CalendarChange;

/**
 * Reads a record of {@link Topics#CALENDAR_CHANGES}, which anybody may write: only a change set of
 * the size it may have, under its calendar's key and in its calendar's partition, goes further.
 * Elsewhere the calendar would have a second writer.
 */
final class ChangeReader {
  private static final RecordCodec<CalendarChange> CHANGES = RecordCodec.calendarChanges();

  private final int partitions;

  ChangeReader(int partitions) {
    this.partitions = partitions;
  }

  /**
   * @throws org.kalends.schemas.UnreadableRecordException when it is no change set
   * @throws UnacceptableRecordException when it is one that is too large or in the wrong place
   */
  CalendarChange read(byte @Nullable [] key, byte @Nullable [] value, int partition)
      throws UnacceptableRecordException {
    if (key == null || value == null) {
      throw new UnacceptableRecordException(
          "A change set has a key, its calendar, and a value; one is null");
    }
    if (value.length > Topics.MAX_CHANGE_SET_BYTES) {
      throw new UnacceptableRecordException(
          "The change set is larger than one may be: send its changes in several; bytes="
              + value.length
              + " limit="
              + Topics.MAX_CHANGE_SET_BYTES);
    }
    CalendarChange change = CHANGES.decode(value);
    if (change.getChanges().size() > Topics.MAX_CHANGES) {
      throw new UnacceptableRecordException(
          "The change set has more changes than one may have: send them in several; changes="
              + change.getChanges().size()
              + " limit="
              + Topics.MAX_CHANGES);
    }
    checkPlace(new String(key, StandardCharsets.UTF_8), change.getCalendar(), partition);
    return change;
  }

  private void checkPlace(String key, String name, int partition)
      throws UnacceptableRecordException {
    CalendarId calendar;
    try {
      calendar = new CalendarId(name);
    } catch (IllegalArgumentException e) {
      throw new UnacceptableRecordException(String.valueOf(e.getMessage()));
    }
    if (!key.equals(name)) {
      throw new UnacceptableRecordException(
          "The record's key is not its calendar; key=" + key + " calendar=" + name);
    }
    int right = Partitioning.partitionOf(calendar, partitions);
    if (partition != right) {
      throw new UnacceptableRecordException(
          "The calendar belongs to another partition: murmur2 of its name modulo the number of"
              + " partitions; calendar="
              + name
              + " partition="
              + partition
              + " right="
              + right);
    }
  }
}
