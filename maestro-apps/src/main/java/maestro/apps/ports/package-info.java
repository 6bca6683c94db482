/** What applications that watch ports have in common: state by port, lists of ports. */
package maestro.apps.ports;
