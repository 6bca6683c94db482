/**
 * Keys and certificates for TLS: contexts, trust, and the identity of peers. {@code maestro.net}
 * handles the encrypted streams.
 */
package maestro.tls;
