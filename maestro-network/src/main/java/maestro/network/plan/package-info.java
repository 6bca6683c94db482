/**
 * Which switches, hosts and links a network has, how they are named, and their settings. Nothing
 * here changes while a network runs.
 */
@NullMarked
package maestro.network.plan;

import org.jspecify.annotations.NullMarked;
