package maestro.network.plan;

import maestro.network.dataplane.MemoryBudget;
import maestro.network.dataplane.TableSizes;

/**
 * What all links and switches of a network have in common.
 *
 * @param version {@link maestro.openflow.OpenFlow#VERSION_10} or {@link
 *     maestro.openflow.OpenFlow#VERSION_13}
 * @param linkDelayNs from the end of one link to the other, 0 or more
 * @param sizes of each switch's flow table; with 1.3 {@code exactEntries} is that of each table
 * @param bufferCount packets that each switch keeps for the controller, 0 to 65,536
 * @param memoryBytes that flow entries, groups, meters and buffered packets of all switches use
 */
public record NetworkSettings(
    int version, long linkDelayNs, TableSizes sizes, int bufferCount, long memoryBytes) {
  /** With {@link MemoryBudget#usualBytes} of memory. */
  public NetworkSettings(int version, long linkDelayNs, TableSizes sizes, int bufferCount) {
    this(version, linkDelayNs, sizes, bufferCount, MemoryBudget.usualBytes());
  }
}
