/**
 * Keys, certificates and what TLS makes of them: contexts, trust, whose certificate it is. Bytes
 * are none of its business; those are in {@code maestro.net}.
 */
package maestro.tls;
