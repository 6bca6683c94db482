/**
 * The papers' figures, repeated: a registry of what each shows, the runs that repeat it, verdicts
 * on its claims, and the files that show them beside each other.
 */
package maestro.bench.paper;
