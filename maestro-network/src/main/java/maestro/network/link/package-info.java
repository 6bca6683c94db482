/**
 * Links between switches: frames on their way, bytes that were sent, and what fails. Who sends a
 * frame, and what becomes of it at the other end, is not here.
 */
@NullMarked
package maestro.network.link;

import org.jspecify.annotations.NullMarked;
