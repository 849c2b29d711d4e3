/**
 * From a recurrence rule (RFC 5545 §3.3.10) to the local times in its set. Pure; knows neither
 * zones nor events. {@link org.kalends.indexer.rule.RuleSequence} is the door.
 */
@NullMarked
package org.kalends.indexer.rule;

import org.jspecify.annotations.NullMarked;
