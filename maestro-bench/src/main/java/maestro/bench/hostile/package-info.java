/**
 * An application that makes the mistakes of authors, for {@code bench isolation}. It runs in the
 * attacked controller, in a jar of its own, and has nothing but the API.
 */
package maestro.bench.hostile;
