/**
 * The command {@code tls}: it makes a CA, and certificates for controllers and switches, in a
 * folder. Certificates themselves are made by {@code maestro.tls}.
 */
@NullMarked
package maestro.cli.tls;

import org.jspecify.annotations.NullMarked;
