/**
 * Probes of the links between switches: LLDP frames that only who has the key can have made. Also
 * what discovery needs to read them.
 */
package maestro.apps.probing;
