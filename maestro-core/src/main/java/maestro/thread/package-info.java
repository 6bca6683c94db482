/**
 * A thread and its duty: the one loop of all threads that serve switches. What they do is not here.
 */
@NullMarked
package maestro.thread;

import org.jspecify.annotations.NullMarked;
