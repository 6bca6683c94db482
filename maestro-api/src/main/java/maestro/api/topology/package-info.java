/**
 * The values of views and announcements about the network. Everything here is immutable or safe for
 * concurrent readers.
 */
@NullMarked
package maestro.api.topology;

import org.jspecify.annotations.NullMarked;
