/**
 * Changes in: the producer library KalendsProducer, which publishes change sets and waits for the
 * single writer's results.
 */
@NullMarked
package org.kalends.ingest;

import org.jspecify.annotations.NullMarked;
