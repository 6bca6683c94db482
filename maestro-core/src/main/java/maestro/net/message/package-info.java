/**
 * What single messages of a switch say: which headers are valid, what an ERROR refused, which ports
 * are described. Nothing here sends or knows a connection.
 */
@NullMarked
package maestro.net.message;

import org.jspecify.annotations.NullMarked;
