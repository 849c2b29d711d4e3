package org.kalends.indexer.store;

import org.kalends.schemas.avro.Event;

/**
 * The accepted state of an event.
 *
 * @param etag without quotes
 * @param seq the calendar's sequence number of the change that made it
 */
public record StoredEvent(Event event, String etag, long seq) {}
