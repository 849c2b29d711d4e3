/**
 * The stores and the reads of them; the only package that sees Kafka Streams' stores and RocksDB.
 * {@link org.kalends.indexer.store.IndexReader} is the door for queries.
 */
@NullMarked
package org.kalends.indexer.store;

import org.jspecify.annotations.NullMarked;
