/** From HTTP requests to questions, and from pages to streamed JSON and iCalendar text. */
@NullMarked
package org.kalends.query.http;

import org.jspecify.annotations.NullMarked;
