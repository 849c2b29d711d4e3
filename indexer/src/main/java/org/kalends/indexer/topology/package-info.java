/**
 * The two sub-topologies: CALENDAR (changes to index rows, feed, results) and SUBJECT (attendees'
 * rows).
 */
@NullMarked
package org.kalends.indexer.topology;

import org.jspecify.annotations.NullMarked;
