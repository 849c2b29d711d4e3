/**
 * Inputs with right answers: iCalendar text, a window, and the occurrences in it, through the
 * reader and the recurrence engine.
 */
@NullMarked
package org.kalends.deploy.cases;

import org.jspecify.annotations.NullMarked;
