package maestro.apps.bandwidth;

import maestro.api.EntryKeeper;
import maestro.api.FlowEntry;
import maestro.api.SwitchInfo;
import maestro.api.Worth;
import maestro.apps.bandwidth.Route.Hop;
import org.projectfloodlight.openflow.protocol.OFFlowMod;

/**
 * What the entries are worth that a switch has shown:
 *
 * <ol>
 *   <li>The entry by which packets without a flow ask, and refusals, which are short, stay.
 *   <li>The entry of a flow that has its bandwidth is right where its route passes, and as it would
 *       be made. Cookies begin anew with each start, so the cookie alone does not say whose it is.
 *   <li>The entries of all other flows go: no bandwidth is set aside for them.
 * </ol>
 *
 * <p>On the event thread.
 */
final class FlowEntries implements EntryKeeper {
  private final Flows flows;
  private final Entries entries;

  FlowEntries(Flows flows, Entries entries) {
    this.flows = flows;
    this.entries = entries;
  }

  @Override
  public Worth worthOf(SwitchInfo info, FlowEntry entry) {
    if (entry.cookie() == Entries.COOKIE) { // 1
      return Worth.KEEP;
    }
    Flow flow = flows.find(entry.cookie());
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
