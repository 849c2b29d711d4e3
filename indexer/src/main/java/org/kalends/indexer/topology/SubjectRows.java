package org.kalends.indexer.topology;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;
import org.kalends.indexer.index.AppliedSeq;
import org.kalends.indexer.index.IndexEntry;
import org.kalends.indexer.index.IndexRows;
import org.kalends.indexer.index.SubjectVersion;
import org.kalends.indexer.index.UnknownFormatException;
import org.kalends.indexer.store.IndexStores;
import org.kalends.schemas.AttendeeAddress;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;
import org.kalends.schemas.Partitioning;
import org.kalends.schemas.RecordCodec;
import org.kalends.schemas.Topics;
import org.kalends.schemas.avro.EntrySpan;
import org.kalends.schemas.avro.SubjectEntries;
import org.kalends.schemas.avro.SubjectEntry;

/** Turns a record of {@link Topics#SUBJECT_ENTRIES} into the writes that it asks for. Pure. */
final class SubjectRows {
  private static final RecordCodec<SubjectEntries> ENTRIES = RecordCodec.subjectEntries();

  private final int partitions;

  SubjectRows(int partitions) {
    this.partitions = partitions;
  }

  /** What a record does. */
  record Update(Writes writes, boolean waitedFor) {}

  /**
   * @throws org.kalends.schemas.UnreadableRecordException when it is no record of entries
   * @throws UnacceptableRecordException when it names what is none, or lies in the wrong partition
   */
  Update read(Record<byte[], byte[]> record, RecordMetadata at) throws UnacceptableRecordException {
    byte @Nullable [] key = record.key();
    byte @Nullable [] value = record.value();
    if (key == null || value == null) {
      throw new UnacceptableRecordException(
          "Entries have a key, their attendee, and a value; one is null");
    }
    SubjectEntries entries = ENTRIES.decode(value);
    Writes writes = new Writes(record.timestamp());
    try {
      AttendeeAddress attendee = new AttendeeAddress(new String(key, StandardCharsets.UTF_8));
      checkPlace(attendee, at.partition());
      addAll(entries, attendee, at.offset(), writes);
      return new Update(writes, entries.getWaitedFor());
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new UnacceptableRecordException(String.valueOf(e.getMessage()));
    }
  }

  private void checkPlace(AttendeeAddress attendee, int partition) {
    int right = Partitioning.partitionOf(attendee, partitions);
    if (partition != right) {
      throw new IllegalArgumentException(
          "The attendee belongs to another partition: murmur2 of the address modulo the number of"
              + " partitions; attendee="
              + attendee
              + " partition="
              + partition
              + " right="
              + right);
    }
  }

  private static void addAll(
      SubjectEntries entries, AttendeeAddress attendee, long offset, Writes writes) {
    CalendarId calendar = new CalendarId(entries.getCalendar());
    for (SubjectEntry entry : entries.getEntries()) {
      add(entry, attendee, calendar, writes);
    }
    if (!entries.getEntries().isEmpty()) {
      writes.put(
          IndexStores.SUBJECT_DTEND_INDEX,
          SubjectVersion.key(attendee),
          SubjectVersion.encode(offset + 1));
    }
    if (entries.getCompletes()) {
      writes.put(
          IndexStores.SUBJECT_DTEND_INDEX,
          AppliedSeq.subjectKey(calendar),
          AppliedSeq.encode(entries.getSeq()));
    }
  }

  private static void add(
      SubjectEntry entry, AttendeeAddress attendee, CalendarId calendar, Writes writes) {
    EventUid uid = new EventUid(entry.getUid());
    EntrySpan remove = entry.getRemove();
    if (remove != null) {
      writes.delete(
          IndexStores.SUBJECT_DTEND_INDEX, IndexRows.attendeeKey(attendee, remove, calendar, uid));
    }
    EntrySpan put = entry.getPut();
    ByteBuffer bytes = entry.getEntry();
    if (put != null && bytes != null) {
      byte[] row = new byte[bytes.remaining()];
      bytes.duplicate().get(row);
      checkEntry(row, calendar, uid);
      writes.put(
          IndexStores.SUBJECT_DTEND_INDEX,
          IndexRows.attendeeKey(attendee, put, calendar, uid),
          row);
    } else if (put != null || bytes != null) {
      throw new IllegalArgumentException(
          "A row has a place and an entry, or neither; calendar=" + calendar + " uid=" + uid);
    }
  }

  /**
   * An entry of a later format, which a newer node wrote in the middle of an upgrade, is kept as it
   * is: who reads it says so.
   */
  private static void checkEntry(byte[] row, CalendarId calendar, EventUid uid) {
    IndexEntry entry;
    try {
      entry = IndexEntry.read(row);
    } catch (UnknownFormatException e) {
      return;
    }
    if (!entry.calendar().equals(calendar) || !entry.uid().equals(uid)) {
      throw new IllegalArgumentException(
          "The entry is another event's; calendar=" + calendar + " uid=" + uid);
    }
  }
}
