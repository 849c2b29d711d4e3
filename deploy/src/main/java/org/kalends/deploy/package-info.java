/**
 * The runnable: {@link org.kalends.deploy.Kalends} is the main class, {@link
 * org.kalends.deploy.Node} wires the roles by hand. Nothing else knows all modules.
 */
@NullMarked
package org.kalends.deploy;

import org.jspecify.annotations.NullMarked;
