package maestro.apps.learning;

import maestro.api.EntryCheck;
import maestro.api.FlowEntry;
import maestro.api.LocalEntryKeeper;
import maestro.api.SwitchInfo;
import maestro.api.Vlans;
import maestro.api.Worth;
import maestro.apps.learning.LearningSwitch.Known;
import maestro.apps.vlan.SwitchVlans;

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
 *   <li>Where there are tags, an entry is one of a VLAN, and its hosts are looked for in that. One
 *       that does not look at tags, is of a VLAN that its ports do not carry, or does something
 *       else with the tag than is declared, is removed. An entry of a VLAN is how a switch shows
 *       that there are tags when the controller has just been started: then it is asked again.
 * </ol>
 *
 * <p>Threads: the worker that has the switch.
 */
final class LearnedEntries implements LocalEntryKeeper<Known> {
  private static final long GROUP_BIT = 0x0100_0000_0000L;
  private static final int FIRST_RESERVED_PORT = 0xffff_ff00;

  private EntryCheck check;

  /** Asks for entries again; before the first is shown. */
  void checkedBy(EntryCheck newCheck) {
    check = newCheck;
  }

  @Override
  public Worth worthOf(SwitchInfo info, Known known, FlowEntry entry) {
    if (known.vlans().isFirstOfVlan(entry)) { // 5
      check.check(info.datapathId());
    }
    return worthOf(known.hosts(), known.vlans(), entry);
  }

  static Worth worthOf(HostTable hosts, SwitchVlans vlans, FlowEntry entry) {
    if (entry.leadsNowhere()) { // 1
      return Worth.REMOVE;
    }
    int vlan = vlans.vlanOf(entry);
    if (vlan == Vlans.DROP) { // 5
      return Worth.REMOVE;
    }
    if (entry.outputCount() != 1 || isReserved(entry.output(0))) { // 4
      return Worth.KEEP;
    }
    boolean isRight =
        vlans.isTagRight(entry, vlan) // 5
            && (!entry.hasEthDst()
                || isThere(hosts, vlan, entry.ethDst(), entry.output(0), entry.nowNs()))
            && (!entry.hasEthSrc()
                || !entry.hasInPort()
                || isThere(hosts, vlan, entry.ethSrc(), entry.inPort(), entry.nowNs()));
    return isRight ? Worth.KEEP : Worth.REMOVE;
  }

  private static boolean isReserved(int port) {
    return Integer.compareUnsigned(port, FIRST_RESERVED_PORT) >= 0;
  }

  /** Whether nothing says that a host is elsewhere. */
  private static boolean isThere(HostTable hosts, int vlan, long address, int port, long nowNs) {
    if ((address & GROUP_BIT) != 0) { // 4
      return true;
    }
    long host = Vlans.hostKey(vlan, address);
    int known = hosts.portOf(host, nowNs);
    if (known == HostTable.UNKNOWN) {
      hosts.adopt(host, port, nowNs); // 3
      return true;
    }
    return known == port; // 2
  }
}
