/**
 * The rows of the two indexes: spans, bands, key layouts, entries, and the pure function from an
 * event to its rows. Knows bytes, not stores.
 */
@NullMarked
package org.kalends.indexer.index;

import org.jspecify.annotations.NullMarked;
