/**
 * The OpenFlow session with a switch, all but its flow requests: handshake, identity, role,
 * requests and answers, errors, ports. Sockets and bytes that wait live in {@code connection}; who
 * connects when, in {@code conductor}.
 */
@NullMarked
package maestro.net.session;

import org.jspecify.annotations.NullMarked;
