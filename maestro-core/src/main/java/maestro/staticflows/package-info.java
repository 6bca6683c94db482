/**
 * Flow entries that operators put on switches by name, outside of all applications: read from JSON,
 * kept in a file, installed, and reconciled.
 */
@NullMarked
package maestro.staticflows;

import org.jspecify.annotations.NullMarked;
