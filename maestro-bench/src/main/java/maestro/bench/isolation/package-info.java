/** Attacks on a controller, and a good switch beside them that they must not disturb. */
package maestro.bench.isolation;
