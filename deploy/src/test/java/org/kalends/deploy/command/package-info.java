/** The command line, and the launcher before it. */
@NullMarked
package org.kalends.deploy.command;

import org.jspecify.annotations.NullMarked;
