/**
 * The HTTP routes that write. {@link org.kalends.ingest.http.EventRoutes} and {@link
 * org.kalends.ingest.http.ImportRoutes} are the doors; both read text with {@link
 * org.kalends.ingest.icalendar.ICalendarReader} and hand changes to a {@link
 * org.kalends.ingest.KalendsProducer}. Nothing is decided here that the single writer decides.
 */
@NullMarked
package org.kalends.ingest.http;

import org.jspecify.annotations.NullMarked;
