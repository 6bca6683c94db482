/**
 * A controller and an emulated network on one clock that jumps, inside one test, without sockets
 * and threads.
 */
@NullMarked
package maestro.testkit;

import org.jspecify.annotations.NullMarked;
