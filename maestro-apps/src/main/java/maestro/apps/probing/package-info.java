/**
 * Probes of the links between switches: LLDP frames that cannot be made without the key. Also the
 * classes by which discovery reads them.
 */
package maestro.apps.probing;
