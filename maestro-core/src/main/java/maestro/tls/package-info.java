/**
 * Keys and certificates for TLS: contexts, trust, and the identity of peers. The handshakes are in
 * {@code maestro.net.conductor}, the encrypted streams in {@code maestro.net.socket}.
 */
@NullMarked
package maestro.tls;

import org.jspecify.annotations.NullMarked;
