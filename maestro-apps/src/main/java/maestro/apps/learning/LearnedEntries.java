package maestro.apps.learning;

import maestro.api.EntryCheck;
import maestro.api.EntryVerdict;
import maestro.api.FlowEntry;
import maestro.api.LocalEntryReconciler;
import maestro.api.SwitchInfo;
import maestro.api.Vlans;
import maestro.apps.flood.FloodEntries;
import maestro.apps.packets.Addresses;
import maestro.apps.ports.PhysicalPorts;
import maestro.apps.vlan.SwitchVlans;

/**
 * Judges the flow entries that a switch has shown, against the known locations of its hosts.
 *
 * <ol>
 *   <li>An entry to a port that does not exist or is down leads nowhere and is removed. So is an
 *       entry that was installed when another port had the number.
 *   <li>An entry to a host that is known at another port is wrong. So is an entry from a host that
 *       is known at another port than the entry's in-port.
 *   <li>A host that is not known (after a restart none is) is adopted at the port that the entry
 *       names. So when the host is heard at another port, it counts as moved, and its entries are
 *       removed. An adopted host is forgotten sooner than a host that was heard, and never
 *       displaces one.
 *   <li>An entry with no output or with several is none that the learning switch has sent: somebody
 *       has changed it, and it is removed. An entry to a reserved port stays, and so does the part
 *       of an entry that is about a group of hosts.
 *   <li>Where there are tags, an entry belongs to a VLAN, and its hosts are looked up in that VLAN.
 *       An entry is removed if it does not match the VLAN, is of a VLAN that its ports do not
 *       carry, or treats the tag otherwise than declared. When the controller has just started, the
 *       first entry of a VLAN shows that the switch has tags. Its entries are then asked for again.
 *   <li>An entry that floods goes by itself within seconds, and stays.
 *   <li>An entry from before other ports were closed is removed, whatever it does.
 * </ol>
 *
 * <p>Threads: the worker that has claimed the switch. Without order, others serve it meanwhile.
 */
final class LearnedEntries implements LocalEntryReconciler<KnownSwitch> {
  private static final int FIRST_RESERVED_PORT = 0xffff_ff00;

  private EntryCheck check;

  /** Sets the check that asks for entries again; called before the first entry is shown. */
  void checkedBy(EntryCheck newCheck) {
    check = newCheck;
  }

  @Override
  public EntryVerdict verdict(SwitchInfo info, KnownSwitch known, FlowEntry entry) {
    if (known.vlans().isFirstOfVlan(entry)) { // 5
      check.check(info.datapathId());
    }
    known.ports().refresh(entry.nowNs());
    if (known.isFromBefore(entry)) { // 7
      return EntryVerdict.REMOVE;
    }
    return verdict(known.hosts(), known.ports(), known.vlans(), entry);
  }

  static EntryVerdict verdict(
      LearnedHosts hosts, PhysicalPorts ports, SwitchVlans vlans, FlowEntry entry) {
    if (entry.leadsNowhere() || ports.isForAnother(entry)) { // 1
      return EntryVerdict.REMOVE;
    }
    int vlan = vlans.vlanOf(entry);
    if (vlan == Vlans.DROP) { // 5
      return EntryVerdict.REMOVE;
    }
    if (FloodEntries.has(entry.cookie())) { // 6
      return EntryVerdict.KEEP;
    }
    if (entry.outputCount() != 1) { // 4
      return EntryVerdict.REMOVE;
    }
    if (isReserved(entry.output(0))) { // 4
      return EntryVerdict.KEEP;
    }
    boolean isRight =
        vlans.isTagRight(entry, vlan) // 5
            && (!entry.hasEthDst()
                || isThere(hosts, vlan, entry.ethDst(), ports.idOf(entry.output(0)), entry.nowNs()))
            && (!entry.hasEthSrc()
                || !entry.hasInPort()
                || isThere(hosts, vlan, entry.ethSrc(), ports.idOf(entry.inPort()), entry.nowNs()));
    return isRight ? EntryVerdict.KEEP : EntryVerdict.REMOVE;
  }

  private static boolean isReserved(int port) {
    return Integer.compareUnsigned(port, FIRST_RESERVED_PORT) >= 0;
  }

  /** Whether a host is at the port, or not known and then adopted there. */
  private static boolean isThere(LearnedHosts hosts, int vlan, long address, int port, long nowNs) {
    if (Addresses.isGroup(address)) { // 4
      return true;
    }
    long host = Vlans.hostKey(vlan, address);
    int known = hosts.portOf(host, nowNs);
    if (known == LearnedHosts.UNKNOWN) {
      hosts.adopt(host, port, nowNs); // 3
      return true;
    }
    return known == port; // 2
  }
}
