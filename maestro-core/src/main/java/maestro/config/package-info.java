/**
 * One immutable, validated configuration.
 *
 * <p>{@link maestro.config.ConfigLoader} reads the operator's file and command line; the runtime
 * uses {@link maestro.config.MaestroConfig}. Every mistake is reported, not only the first, each in
 * one line: place, key, value found, values allowed.
 *
 * <p>{@link maestro.config.Hocon}, {@link maestro.config.Section} and {@link
 * maestro.config.Problems} do this for any strict HOCON file.
 */
@NullMarked
package maestro.config;

import org.jspecify.annotations.NullMarked;
