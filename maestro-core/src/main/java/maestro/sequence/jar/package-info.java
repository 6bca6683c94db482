/**
 * The jars of applications: they are found, checked, and loaded by a class loader each, which sees
 * what other jars export. Nothing here starts or runs an application.
 */
@NullMarked
package maestro.sequence.jar;

import org.jspecify.annotations.NullMarked;
