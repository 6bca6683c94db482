/**
 * The controller as one object: {@link maestro.Maestro} wires the configuration, the network, the
 * workers and the applications together, and starts and stops them.
 */
@NullMarked
package maestro;

import org.jspecify.annotations.NullMarked;
