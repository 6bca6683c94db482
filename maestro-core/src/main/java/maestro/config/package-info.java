/**
 * One immutable, validated configuration.
 *
 * <p>{@link maestro.config.ConfigLoader} reads the operator's file and command line; {@link
 * maestro.config.MaestroConfig} is what the runtime sees. Every mistake is found, not only the
 * first, and is one line: place, key, what was found, what is allowed.
 *
 * <p>{@link maestro.config.Hocon}, {@link maestro.config.Section} and {@link
 * maestro.config.Problems} do that for any strict HOCON file.
 */
package maestro.config;
