/** Topics and the embedded broker, on a real broker. */
@NullMarked
package org.kalends.deploy.broker;

import org.jspecify.annotations.NullMarked;
