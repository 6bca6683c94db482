/** Shared by applications that watch ports: state by port, lists of ports. */
package maestro.apps.ports;
