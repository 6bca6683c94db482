package maestro.emulator.network;

import maestro.emulator.dataplane.TableSizes;

/**
 * What all links and switches of a network have in common.
 *
 * @param linkDelayNs from the end of one link to the other, 0 or more
 * @param sizes of each switch's flow table
 * @param bufferCount packets that each switch keeps for the controller, 0 to 65,536
 */
public record NetworkSettings(long linkDelayNs, TableSizes sizes, int bufferCount) {}
