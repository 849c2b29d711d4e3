package org.kalends.ingest.icalendar;

/**
 * What reading one text may cost. The limits of one event are those of {@link
 * org.kalends.schemas.event.EventLimits}, those of a line are {@link ContentLines}'.
 *
 * @param maxBytes bytes of the whole text
 * @param maxBytesInMemory bytes up to which the text is kept in memory instead of a temporary file
 * @param maxComponents VEVENTs of the whole text: each costs some 40 bytes of memory while the text
 *     is read
 * @param maxZoneBytes bytes of all different time zone definitions of the text together
 */
record ReaderLimits(long maxBytes, int maxBytesInMemory, int maxComponents, int maxZoneBytes) {
  /** Some 200 MB of index at most. */
  static final int MAX_COMPONENTS = 5_000_000;

  /** All 600 zones of the tz database with their whole history are about 2 MB. */
  static final int MAX_ZONE_BYTES = 8 * 1024 * 1024;

  static final ReaderLimits DEFAULTS =
      new ReaderLimits(
          CalendarText.MAX_BYTES, CalendarText.MAX_BYTES_IN_MEMORY, MAX_COMPONENTS, MAX_ZONE_BYTES);
}
