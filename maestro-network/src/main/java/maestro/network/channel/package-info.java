/**
 * The connections to the outside: to controllers over TCP or in virtual time, and to programs in
 * the place of hosts. What a message means is in {@code dataplane}.
 */
@NullMarked
package maestro.network.channel;

import org.jspecify.annotations.NullMarked;
