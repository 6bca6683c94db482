/**
 * Metrics for Prometheus: the families, their text, and which switches and ports have series of
 * their own. The counters that the runtime keeps are in {@code maestro.metrics}.
 */
@NullMarked
package maestro.control.metrics;

import org.jspecify.annotations.NullMarked;
