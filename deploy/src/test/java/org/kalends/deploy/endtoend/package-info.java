/**
 * The whole line, from a change to an occurrence, over HTTP and Kafka against a real broker: the
 * same tests for each kind of broker.
 */
@NullMarked
package org.kalends.deploy.endtoend;

import org.jspecify.annotations.NullMarked;
