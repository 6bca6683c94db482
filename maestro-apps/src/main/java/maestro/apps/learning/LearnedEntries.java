package maestro.apps.learning;

import maestro.api.FlowEntry;
import maestro.api.Worth;

/**
 * What the entries are worth that a switch has shown, held against where its hosts are known to be.
 *
 * <ol>
 *   <li>An entry out of a port that is not there or is down leads nowhere.
 *   <li>An entry to a host that is known at another port is wrong, and so is one from a host that
 *       is known at another port than it comes in by.
 *   <li>A host that is not known, as none is after a restart, is taken to be where the entry has
 *       it. So it is noticed when it is heard at another port, and its entries go then. What is
 *       learned so is forgotten sooner than what was heard, and takes the place of none of it.
 *   <li>Whatever is not about one port and two hosts stays.
 * </ol>
 *
 * <p>Threads: the worker that has the switch.
 */
final class LearnedEntries {
  private static final long GROUP_BIT = 0x0100_0000_0000L;
  private static final int FIRST_RESERVED_PORT = 0xffff_ff00;

  private LearnedEntries() {}

  static Worth worthOf(HostTable hosts, FlowEntry entry) {
    if (entry.leadsNowhere()) { // 1
      return Worth.REMOVE;
    }
    boolean isTagged = entry.hasVlan() && entry.vlan() > 0;
    if (isTagged || entry.outputCount() != 1 || isReserved(entry.output(0))) { // 4
      return Worth.KEEP;
    }
    boolean isRight =
        (!entry.hasEthDst() || isThere(hosts, entry.ethDst(), entry.output(0), entry.nowNs()))
            && (!entry.hasEthSrc()
                || !entry.hasInPort()
                || isThere(hosts, entry.ethSrc(), entry.inPort(), entry.nowNs()));
    return isRight ? Worth.KEEP : Worth.REMOVE;
  }

  private static boolean isReserved(int port) {
    return Integer.compareUnsigned(port, FIRST_RESERVED_PORT) >= 0;
  }

  /** Whether nothing says that a host is elsewhere. */
  private static boolean isThere(HostTable hosts, long address, int port, long nowNs) {
    if ((address & GROUP_BIT) != 0) { // 4
      return true;
    }
    int known = hosts.portOf(address, nowNs);
    if (known == HostTable.UNKNOWN) {
      hosts.adopt(address, port, nowNs); // 3
      return true;
    }
    return known == port; // 2
  }
}
