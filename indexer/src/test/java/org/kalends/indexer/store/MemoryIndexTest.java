package org.kalends.indexer.store;

import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;
import org.kalends.schemas.avro.Event;

class MemoryIndexTest extends IndexReaderContract {
  private final MemoryIndex index = new MemoryIndex(1);

  @Override
  IndexReader reader() {
    return index;
  }

  @Override
  void put(CalendarId calendar, Event event) throws Exception {
    index.put(calendar, event);
  }

  @Override
  void delete(CalendarId calendar, EventUid uid) {
    index.delete(calendar, uid);
  }

  @Override
  void deleteCalendar(CalendarId calendar) {
    index.deleteCalendar(calendar);
  }

  @Override
  void lose(SubIndex half) {
    index.lose(half, 0);
  }

  @Override
  long open() {
    return index.openCursors();
  }
}
