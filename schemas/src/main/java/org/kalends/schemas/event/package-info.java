/**
 * What a valid event record is: its limits and the grammar of its rules. The edge checks it to name
 * the line of a fault, the single writer checks it because anybody may write to the topic.
 */
@NullMarked
package org.kalends.schemas.event;

import org.jspecify.annotations.NullMarked;
