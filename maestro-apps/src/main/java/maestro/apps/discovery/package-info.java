/** Finds the links between switches from the probes that come in; makes the view topology. */
package maestro.apps.discovery;
