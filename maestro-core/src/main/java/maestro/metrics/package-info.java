/**
 * Counters that cost the hot path one plain addition and one opaque store. Each thread writes its
 * own counters; a reader sums them.
 */
package maestro.metrics;
