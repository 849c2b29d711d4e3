/**
 * The commands of {@code kalends}, one class each. Those that ask a running node (import, export,
 * query, status) do it over HTTP by {@link org.kalends.deploy.command.ApiClient}; {@code up} and
 * {@code node} run one, {@code topics} and {@code config} prepare it.
 */
@NullMarked
package org.kalends.deploy.command;

import org.jspecify.annotations.NullMarked;
