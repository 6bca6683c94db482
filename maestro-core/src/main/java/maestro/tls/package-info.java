/**
 * Keys and certificates for TLS: contexts, trust, and the identity of peers. {@code maestro.net}
 * handles the encrypted streams.
 */
@NullMarked
package maestro.tls;

import org.jspecify.annotations.NullMarked;
