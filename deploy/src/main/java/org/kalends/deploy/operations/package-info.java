/** What operators look at: health, metrics, logs. */
@NullMarked
package org.kalends.deploy.operations;

import org.jspecify.annotations.NullMarked;
