/** Hours of mixed load on one controller, and the check that nothing grows and nothing is lost. */
package maestro.bench.soak;
