package org.kalends.indexer.store;

import org.kalends.schemas.CalendarId;

/**
 * What is known of a calendar as a whole.
 *
 * @param seq of its last accepted change
 * @param events how many it has
 * @param overrides how many overrides these have together
 * @param checksum order-free over (uid, etag) of its events: equal for equal content
 */
public record CalendarState(
    CalendarId calendar, long seq, long events, long overrides, long checksum) {}
