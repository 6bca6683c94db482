/**
 * Counters that cost the hot path one plain addition and one opaque store: each thread writes its
 * own, whoever reads adds them up.
 */
package maestro.metrics;
