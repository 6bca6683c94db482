/**
 * The application {@code global-learning-switch}: one host table for all switches, of four kinds,
 * to compare the cost of sharing.
 */
package maestro.apps.global;
