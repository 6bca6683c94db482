/**
 * The application {@code host-location}: learns the locations of hosts from their packets at host
 * ports.
 */
package maestro.apps.hosts;
