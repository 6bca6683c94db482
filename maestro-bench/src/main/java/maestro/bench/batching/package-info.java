/** Batching policies under the same load: over time, and side by side. */
package maestro.bench.batching;
