/** The program: {@link org.kalends.deploy.Kalends} is the main class. */
@NullMarked
package org.kalends.deploy;

import org.jspecify.annotations.NullMarked;
