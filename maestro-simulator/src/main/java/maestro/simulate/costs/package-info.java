/** The simulator's cost model: what each step of a controller costs, read from a file. */
package maestro.simulate.costs;
