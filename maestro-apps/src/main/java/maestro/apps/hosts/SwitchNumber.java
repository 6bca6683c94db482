package maestro.apps.hosts;

import maestro.api.Vlans;

/**
 * The number of a switch in {@link HostTables}, kept with the switch.
 *
 * @param value {@link HostTables#NO_NUMBER} when none was left
 * @param vlans the declared VLANs of its ports
 */
record SwitchNumber(int value, Vlans.Ports vlans) {}
