/**
 * How the program writes its log: as text, as JSON or for the journal, with the names of switches.
 * What is logged, and how much of it, is decided elsewhere.
 */
@NullMarked
package maestro.cli.log;

import org.jspecify.annotations.NullMarked;
