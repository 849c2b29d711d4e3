/**
 * Kafka as a node needs it: the topics of a cluster, and a small broker of one's own for a laptop.
 */
@NullMarked
package org.kalends.deploy.broker;

import org.jspecify.annotations.NullMarked;
