package maestro.apps.bandwidth;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import maestro.api.EntryReconciler;
import maestro.api.EntryVerdict;
import maestro.api.FlowEntry;
import maestro.api.SwitchInfo;
import maestro.apps.bandwidth.FlowPath.Hop;
import maestro.apps.meters.SwitchMeters;
import org.projectfloodlight.openflow.protocol.OFFlowMod;
import org.projectfloodlight.openflow.protocol.OFVersion;
import org.projectfloodlight.openflow.protocol.instruction.OFInstruction;
import org.projectfloodlight.openflow.protocol.instruction.OFInstructionMeter;
import org.projectfloodlight.openflow.types.OFPort;

/**
 * Judges the entries that a switch has shown:
 *
 * <ol>
 *   <li>The entry that sends packets without a flow to the controller stays. It is added when it is
 *       missing, for example since the flow table was full, and mended when it was changed: without
 *       it packets pass by entries that match only addresses, and nothing is reserved for them.
 *   <li>Refusals stay; they expire soon.
 *   <li>An entry of a flow with a reservation is right if it is on the flow's path and equals the
 *       entry that would be made now. Cookies begin anew with each start, so the cookie alone does
 *       not identify the flow.
 *   <li>The entries of all other flows are removed: no bandwidth is reserved for them.
 * </ol>
 *
 * <p>On the event thread.
 */
final class FlowEntries implements EntryReconciler {
  private final ReservedFlows flows;
  private final Entries entries;

  /** The switches that have shown the entry that asks, since their dump began. */
  private final Set<Long> asking = new HashSet<>();

  FlowEntries(ReservedFlows flows, Entries entries) {
    this.flows = flows;
    this.entries = entries;
  }

  @Override
  public void begin(SwitchInfo info) {
    asking.remove(info.datapathId());
  }

  @Override
  public List<OFFlowMod> missing(SwitchInfo info) { // 1
    return asking.remove(info.datapathId()) ? List.of() : List.of(entries.ask(info.datapathId()));
  }

  @Override
  public EntryVerdict verdict(SwitchInfo info, FlowEntry entry) {
    if (entry.cookie() == Entries.COOKIE) {
      return entry.priority() == Entries.ASK_PRIORITY
          ? verdictOfAsking(info, entry)
          : EntryVerdict.KEEP; // 2
    }
    ReservedFlow flow = flows.find(entry.cookie());
    if (flow == null) { // 4
      return EntryVerdict.REMOVE;
    }
    for (Hop hop : flow.route().hops()) { // 3
      if (hop.datapathId() == info.datapathId() && hop.inPort() == entry.inPort()) {
        OFFlowMod wanted = (OFFlowMod) entries.forward(flow, hop);
        boolean isRight =
            wanted.getMatch().equals(entry.message().getMatch())
                && entry.outputCount() == 1
                && entry.output(0) == Entries.outPort(hop).getPortNumber()
                && hasMeterOf(wanted, entry);
        return isRight ? EntryVerdict.KEEP : EntryVerdict.REMOVE;
      }
    }
    return EntryVerdict.REMOVE;
  }

  private static boolean hasMeterOf(OFFlowMod wanted, FlowEntry entry) {
    return wanted.getVersion() == OFVersion.OF_10
        || meter(wanted.getInstructions()) == meter(entry.message().getInstructions());
  }

  private static long meter(List<OFInstruction> instructions) {
    return instructions.stream()
        .filter(OFInstructionMeter.class::isInstance)
        .mapToLong(each -> ((OFInstructionMeter) each).getMeterId())
        .findFirst()
        .orElse(SwitchMeters.NONE);
  }

  private EntryVerdict verdictOfAsking(SwitchInfo info, FlowEntry entry) { // 1
    OFFlowMod wanted = entries.ask(info.datapathId());
    if (entry.table() != 0 || !wanted.getMatch().equals(entry.message().getMatch())) {
      return EntryVerdict.REMOVE;
    }
    asking.add(info.datapathId());
    boolean isRight =
        entry.outputCount() == 1 && entry.output(0) == OFPort.CONTROLLER.getPortNumber();
    return isRight ? EntryVerdict.KEEP : EntryVerdict.replaceWith(wanted);
  }
}
