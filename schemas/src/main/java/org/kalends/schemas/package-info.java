/**
 * The contract between the parts of Kalends: ids, time ranges, topics, record encoding,
 * partitioning and consistency tokens. Knows neither Kafka Streams, RocksDB nor iCalendar text.
 */
@NullMarked
package org.kalends.schemas;

import org.jspecify.annotations.NullMarked;
