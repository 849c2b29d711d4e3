/**
 * The settings of a node: {@link org.kalends.deploy.config.KalendsConfig} is the door; names,
 * defaults and texts stand once, in its definition.
 */
@NullMarked
package org.kalends.deploy.config;

import org.jspecify.annotations.NullMarked;
