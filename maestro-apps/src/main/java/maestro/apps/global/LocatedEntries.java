package maestro.apps.global;

import maestro.api.EntryVerdict;
import maestro.api.FlowEntry;
import maestro.api.Vlans;
import maestro.apps.ports.PhysicalPorts;
import maestro.apps.vlan.SwitchVlans;

/**
 * Judges the entries that a switch has shown by the table that all switches share. An entry is
 * removed if it leads nowhere, to a port that has got its number since, or to a host that was heard
 * at another port of this switch. It is also removed if it lacks the VLAN where there are tags, or
 * treats the tag otherwise than declared. Hosts are not learned from entries: a host's location is
 * where it was last heard, and an entry of one switch does not tell when another switch has heard
 * the host.
 *
 * <p>Threads: any.
 */
final class LocatedEntries {
  private LocatedEntries() {}

  /**
   * Judges an entry.
   *
   * @param thisSwitch the number of the switch, above the 32 bits of the port's id
   */
  static EntryVerdict verdict(
      LocationTable hosts,
      long thisSwitch,
      PhysicalPorts ports,
      SwitchVlans vlans,
      FlowEntry entry) {
    boolean unused = vlans.isFirstOfVlan(entry);
    int vlan = vlans.vlanOf(entry);
    if (entry.leadsNowhere() || ports.isForAnother(entry) || vlan == Vlans.DROP) {
      return EntryVerdict.REMOVE;
    }
    if (!entry.hasEthDst() || entry.ethDst() == 0 || entry.outputCount() != 1) {
      return EntryVerdict.KEEP;
    }
    if (!vlans.isTagRight(entry, vlan)) {
      return EntryVerdict.REMOVE;
    }
    long known = hosts.get(Vlans.hostKey(vlan, entry.ethDst()));
    boolean isElsewhereHere =
        known != LocationTable.ABSENT
            && known >>> 32 << 32 == thisSwitch
            && (int) known != ports.idOf(entry.output(0));
    return isElsewhereHere ? EntryVerdict.REMOVE : EntryVerdict.KEEP;
  }
}
