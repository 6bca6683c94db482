/**
 * The application {@code storm-control}: bounds ports that send too many frames to groups or
 * unknown destinations.
 */
package maestro.apps.storm;
