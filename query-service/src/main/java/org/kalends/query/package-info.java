/**
 * Questions in, answers out. {@link org.kalends.query.http.QueryRoutes} is the door: it makes the
 * HTTP routes over an index reader. Behind it, {@code http} reads requests and writes answers,
 * {@code routing} brings a question to the node that holds the partition, {@code read} turns
 * entries into pages.
 */
@NullMarked
package org.kalends.query;

import org.jspecify.annotations.NullMarked;
