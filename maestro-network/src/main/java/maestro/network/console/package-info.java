/**
 * The console of a network, with the commands of Mininet's. The command line of programs is in
 * {@code cli}.
 */
@NullMarked
package maestro.network.console;

import org.jspecify.annotations.NullMarked;
