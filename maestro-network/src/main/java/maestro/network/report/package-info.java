/**
 * What became of pings and of a whole scenario, as text and as metrics of conditions. The JSON is
 * written in {@code scenario}, the page in {@code page}.
 */
@NullMarked
package maestro.network.report;

import org.jspecify.annotations.NullMarked;
