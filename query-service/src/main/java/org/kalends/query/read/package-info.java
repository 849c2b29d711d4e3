/**
 * Reading: what a question asks of the index, the merge of events' occurrences into one order,
 * paging, positions and consistency tokens. Knows neither HTTP nor where a partition lives.
 */
@NullMarked
package org.kalends.query.read;

import org.jspecify.annotations.NullMarked;
