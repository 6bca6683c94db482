/**
 * Counters that cost the hot path one plain addition and one opaque store. Each thread writes its
 * own counters; a reader sums them.
 */
@NullMarked
package maestro.metrics;

import org.jspecify.annotations.NullMarked;
