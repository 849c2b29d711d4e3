/**
 * Measurements: scenarios that drive a real node and print what they found beside what it is
 * compared to. {@link org.kalends.perf.Bench} is the command; a scenario is one class; what several
 * share is the generator and the figures.
 */
@NullMarked
package org.kalends.perf;

import org.jspecify.annotations.NullMarked;
