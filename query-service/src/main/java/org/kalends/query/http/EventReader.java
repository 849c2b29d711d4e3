package org.kalends.query.http;

import org.kalends.indexer.store.IndexReader;
import org.kalends.indexer.store.PartitionUnavailableException;
import org.kalends.indexer.store.StoredEvent;
import org.kalends.query.read.SubjectReader;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;
import org.kalends.schemas.http.ProblemException;
import org.kalends.schemas.http.ProblemType;

/** Reads one event, and tells a missing event from a missing calendar. */
final class EventReader {
  private final IndexReader reader;
  private final SubjectReader subjects;

  EventReader(IndexReader reader) {
    this.reader = reader;
    this.subjects = new SubjectReader(reader);
  }

  /**
   * @throws ProblemException event-not-found or calendar-not-found
   */
  StoredEvent event(CalendarId calendar, EventUid uid) throws PartitionUnavailableException {
    StoredEvent stored = reader.event(calendar, uid);
    if (stored == null) {
      subjects.state(calendar);
      throw new ProblemException(
          ProblemType.EVENT_NOT_FOUND,
          "The calendar has no such event; calendar=" + calendar + " uid=" + uid);
    }
    return stored;
  }
}
