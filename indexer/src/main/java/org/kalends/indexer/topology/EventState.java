package org.kalends.indexer.topology;

import org.kalends.indexer.index.IdIndexValue;
import org.kalends.indexer.index.IndexRows;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;
import org.kalends.schemas.avro.Event;

/**
 * An event as it stands, in the store or in the middle of a change set.
 *
 * @param seq the calendar's sequence number of the change that made it
 * @param etag 32 hex digits
 */
record EventState(long seq, String etag, Event event, IndexRows rows) {
  static EventState read(CalendarId calendar, EventUid uid, byte[] stored) {
    IdIndexValue value = IdIndexValue.read(stored);
    return new EventState(
        value.seq(), value.etag(), value.event(), IndexRows.stored(calendar, uid, value));
  }

  byte[] encode() {
    return IdIndexValue.encode(seq, etag, rows, event);
  }
}
