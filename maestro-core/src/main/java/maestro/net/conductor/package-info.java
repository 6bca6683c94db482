/**
 * The conductor thread and its duties: it accepts connections within the limits, does TLS
 * handshakes, checks timeouts, closes sockets gracefully, and relieves workers that are stuck. It
 * serves no flow requests.
 */
@NullMarked
package maestro.net.conductor;

import org.jspecify.annotations.NullMarked;
