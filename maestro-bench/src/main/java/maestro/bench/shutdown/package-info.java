/**
 * Measures how long a controller under load takes to end, and whether it ends its streams in order.
 */
package maestro.bench.shutdown;
