/** Settings: defaults, ranges, sources, the documented file. */
@NullMarked
package org.kalends.deploy.config;

import org.jspecify.annotations.NullMarked;
