package maestro.apps.bandwidth;

import maestro.api.EntryKeeper;
import maestro.api.FlowEntry;
import maestro.api.SwitchInfo;
import maestro.api.Worth;
import maestro.apps.bandwidth.FlowPath.Hop;
import org.projectfloodlight.openflow.protocol.OFFlowMod;

/**
 * Judges the entries that a switch has shown:
 *
 * <ol>
 *   <li>The entry that sends packets without a flow to the controller stays, and so do refusals,
 *       which expire soon.
 *   <li>An entry of a flow with a reservation is right if it is on the flow's path and equals the
 *       entry that would be made now. Cookies begin anew with each start, so the cookie alone does
 *       not identify the flow.
 *   <li>The entries of all other flows are removed: no bandwidth is reserved for them.
 * </ol>
 *
 * <p>On the event thread.
 */
final class FlowEntries implements EntryKeeper {
  private final ReservedFlows flows;
  private final Entries entries;

  FlowEntries(ReservedFlows flows, Entries entries) {
    this.flows = flows;
    this.entries = entries;
  }

  @Override
  public Worth worthOf(SwitchInfo info, FlowEntry entry) {
    if (entry.cookie() == Entries.COOKIE) { // 1
      return Worth.KEEP;
    }
    ReservedFlow flow = flows.find(entry.cookie());
    if (flow == null) { // 3
      return Worth.REMOVE;
    }
    for (Hop hop : flow.route().hops()) { // 2
      if (hop.datapathId() == info.datapathId() && hop.inPort() == entry.inPort()) {
        OFFlowMod wanted = (OFFlowMod) entries.forward(flow, hop);
        boolean isRight =
            wanted.getMatch().equals(entry.message().getMatch())
                && entry.outputCount() == 1
                && entry.output(0) == Entries.outPort(hop).getPortNumber();
        return isRight ? Worth.KEEP : Worth.REMOVE;
      }
    }
    return Worth.REMOVE;
  }
}
