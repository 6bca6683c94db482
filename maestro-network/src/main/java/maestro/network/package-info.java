/**
 * A network in one process, on the wall clock or in virtual time: it puts switches, hosts and
 * connections to controllers together and runs them in one thread. The parts are in the packages
 * below; load without a network is {@code maestro.emulator}.
 */
@NullMarked
package maestro.network;

import org.jspecify.annotations.NullMarked;
