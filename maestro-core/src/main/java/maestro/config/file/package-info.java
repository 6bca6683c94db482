/**
 * Reads the operator's file and command line, or any strict HOCON file ({@link Hocon}, {@link
 * Section}, {@link Problems}): every mistake is reported, not only the first, each in one line with
 * place, key, value found and values allowed. What was read is a value of {@code maestro.config},
 * which knows nothing of files.
 */
@NullMarked
package maestro.config.file;

import org.jspecify.annotations.NullMarked;
