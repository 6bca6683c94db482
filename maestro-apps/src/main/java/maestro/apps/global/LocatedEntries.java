package maestro.apps.global;

import maestro.api.FlowEntry;
import maestro.api.Vlans;
import maestro.api.Worth;
import maestro.apps.vlan.SwitchVlans;

/**
 * What the entries are worth that a switch has shown, held against the table that all switches
 * share: an entry that leads nowhere is wrong, and one to a host that was heard at another port of
 * this switch, or that does not look at tags where there are some, or does not do with them what is
 * declared. Nothing is taken from entries into the table: a host is where it was heard last, and an
 * entry of one switch says nothing of when another has heard it.
 *
 * <p>Threads: any.
 */
final class LocatedEntries {
  private LocatedEntries() {}

  /**
   * What an entry is worth.
   *
   * @param thisSwitch the number of the switch, above the 32 bits of the port
   */
  static Worth worthOf(LocationTable hosts, long thisSwitch, SwitchVlans vlans, FlowEntry entry) {
    boolean unused = vlans.isFirstOfVlan(entry);
    int vlan = vlans.vlanOf(entry);
    if (entry.leadsNowhere() || vlan == Vlans.DROP) {
      return Worth.REMOVE;
    }
    if (!entry.hasEthDst() || entry.ethDst() == 0 || entry.outputCount() != 1) {
      return Worth.KEEP;
    }
    if (!vlans.isTagRight(entry, vlan)) {
      return Worth.REMOVE;
    }
    long known = hosts.get(Vlans.hostKey(vlan, entry.ethDst()));
    boolean isElsewhereHere =
        known != LocationTable.ABSENT
            && known >>> 32 << 32 == thisSwitch
            && (int) known != entry.output(0);
    return isElsewhereHere ? Worth.REMOVE : Worth.KEEP;
  }
}
