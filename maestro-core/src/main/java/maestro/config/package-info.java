/**
 * One immutable, validated configuration, {@link maestro.config.MaestroConfig}, and the values in
 * it. How it is read and what is wrong with it lives in {@code maestro.config.file}.
 */
@NullMarked
package maestro.config;

import org.jspecify.annotations.NullMarked;
