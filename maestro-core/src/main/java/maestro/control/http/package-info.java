/**
 * HTTP for operators: connections and their limits, tokens, paths, answers, and streams of events.
 * Nothing here knows a controller.
 */
@NullMarked
package maestro.control.http;

import org.jspecify.annotations.NullMarked;
