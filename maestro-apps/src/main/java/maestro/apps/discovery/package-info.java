/** Finds the links between switches from the probes that come in; publishes the view topology. */
package maestro.apps.discovery;
