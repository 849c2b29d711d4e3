/**
 * The command line's commands that talk to a running node over HTTP: import, export, query, status.
 * One class a command; what they share is {@link org.kalends.deploy.command.ApiClient}.
 */
@NullMarked
package org.kalends.deploy.command;

import org.jspecify.annotations.NullMarked;
