/**
 * From the zone of a calendar time to java.time's rules: known ids, and definitions that an event
 * brings. Pure.
 */
@NullMarked
package org.kalends.indexer.zone;

import org.jspecify.annotations.NullMarked;
