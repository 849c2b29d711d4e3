package org.kalends.indexer.topology;

import java.util.List;
import org.kalends.schemas.avro.CalendarChange;
import org.kalends.schemas.avro.Change;
import org.kalends.schemas.avro.ChangeAction;
import org.kalends.schemas.avro.Event;

/** Change sets for tests. */
final class Changes {
  private Changes() {}

  static CalendarChange set(String calendar, Change... changes) {
    return new CalendarChange("change-1", calendar, false, false, List.of(changes));
  }

  static CalendarChange atomicSet(String calendar, Change... changes) {
    return new CalendarChange("change-1", calendar, true, false, List.of(changes));
  }

  static Change put(Event event) {
    return Change.newBuilder()
        .setAction(ChangeAction.PUT)
        .setUid(event.getUid())
        .setEvent(event)
        .build();
  }

  static Change putIfMatch(Event event, String etag) {
    Change change = put(event);
    change.setIfMatch(etag);
    return change;
  }

  static Change putIfNoneMatch(Event event) {
    Change change = put(event);
    change.setIfNoneMatch(true);
    return change;
  }

  static Change delete(String uid) {
    return Change.newBuilder().setAction(ChangeAction.DELETE).setUid(uid).build();
  }

  static Change deleteIfMatch(String uid, String etag) {
    Change change = delete(uid);
    change.setIfMatch(etag);
    return change;
  }

  static Change deleteCalendar() {
    return Change.newBuilder().setAction(ChangeAction.DELETE_CALENDAR).build();
  }
}
