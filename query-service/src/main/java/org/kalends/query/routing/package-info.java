/** Brings a question to the owner of its partition: here, or with one hop to another node. */
@NullMarked
package org.kalends.query.routing;

import org.jspecify.annotations.NullMarked;
