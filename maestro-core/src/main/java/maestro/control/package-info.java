/**
 * The control listener: what operators and their tools ask a running controller over HTTP. One
 * thread reads what the others count; no flow request waits for it.
 */
@NullMarked
package maestro.control;

import org.jspecify.annotations.NullMarked;
