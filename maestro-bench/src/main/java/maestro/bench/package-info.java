/** Placeholder until the module has its first class. */
package maestro.bench;
