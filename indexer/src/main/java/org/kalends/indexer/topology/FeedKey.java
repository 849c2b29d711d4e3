package org.kalends.indexer.topology;

import java.nio.charset.StandardCharsets;
import org.kalends.schemas.CalendarId;
import org.kalends.schemas.EventUid;

/**
 * The key of the feed: {@code calendar/uid} in UTF-8. No calendar's name has a slash, so the first
 * one ends it.
 */
final class FeedKey {
  private FeedKey() {}

  static byte[] of(CalendarId calendar, EventUid uid) {
    return (calendar.value() + '/' + uid.value()).getBytes(StandardCharsets.UTF_8);
  }

  static CalendarId calendarOf(byte[] key) {
    String text = new String(key, StandardCharsets.UTF_8);
    return new CalendarId(text.substring(0, text.indexOf('/')));
  }
}
