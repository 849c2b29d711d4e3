/**
 * From an event to its occurrences in a window (RFC 5545 §3.8.5). Pure: no Kafka, no RocksDB, no
 * clock. {@link org.kalends.indexer.recurrence.EventExpansion} is the door.
 */
@NullMarked
package org.kalends.indexer.recurrence;

import org.jspecify.annotations.NullMarked;
