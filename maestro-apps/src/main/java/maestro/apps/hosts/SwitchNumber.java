package maestro.apps.hosts;

/**
 * The number of a switch in {@link HostTables}, kept with the switch.
 *
 * @param value {@link HostTables#NO_NUMBER} when none was left
 */
record SwitchNumber(int value) {}
