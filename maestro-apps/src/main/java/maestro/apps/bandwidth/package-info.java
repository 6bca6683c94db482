/**
 * The application {@code bandwidth-on-demand}: reserves bandwidth for each flow on every link of
 * its path, or on none.
 */
package maestro.apps.bandwidth;
