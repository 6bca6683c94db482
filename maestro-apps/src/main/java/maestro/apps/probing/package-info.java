/**
 * Probes of the links between switches: LLDP frames that cannot be made without the key. Also the
 * classes by which other applications send and read them.
 */
package maestro.apps.probing;
