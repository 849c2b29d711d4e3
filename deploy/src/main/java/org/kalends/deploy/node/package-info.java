/**
 * What runs: {@link org.kalends.deploy.node.Node} wires the roles by hand, {@link
 * org.kalends.deploy.node.LocalDeployment} puts a broker beside one in the same process. Nothing
 * else knows all modules.
 */
@NullMarked
package org.kalends.deploy.node;

import org.jspecify.annotations.NullMarked;
