/**
 * The control listener of a running controller: it binds the port and wires paths to what answers
 * them. HTTP is in {@code http}, the answers in {@code rest}, {@code metrics} and {@code events},
 * what they are made of in {@code measure}.
 */
@NullMarked
package maestro.control;

import org.jspecify.annotations.NullMarked;
