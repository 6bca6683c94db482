package maestro.apps.global;

import maestro.api.FlowEntry;
import maestro.api.Worth;

/**
 * What the entries are worth that a switch has shown, held against the table that all switches
 * share: an entry that leads nowhere is wrong, and one to a host that was heard at another port of
 * this switch. Nothing is taken from entries into the table: a host is where it was heard last, and
 * an entry of one switch says nothing of when another has heard it.
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
  static Worth worthOf(LocationTable hosts, long thisSwitch, FlowEntry entry) {
    if (entry.leadsNowhere()) {
      return Worth.REMOVE;
    }
    if (!entry.hasEthDst() || entry.ethDst() == 0 || entry.outputCount() != 1) {
      return Worth.KEEP;
    }
    long known = hosts.get(entry.ethDst());
    boolean isElsewhereHere =
        known != LocationTable.ABSENT
            && known >>> 32 << 32 == thisSwitch
            && (int) known != entry.output(0);
    return isElsewhereHere ? Worth.REMOVE : Worth.KEEP;
  }
}
