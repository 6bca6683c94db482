package maestro.apps.testkit;

import java.util.List;
import maestro.api.FlowEntry;
import org.projectfloodlight.openflow.protocol.OFFlowStatsEntry;
import org.projectfloodlight.openflow.protocol.action.OFAction;
import org.projectfloodlight.openflow.protocol.action.OFActionOutput;
import org.projectfloodlight.openflow.protocol.instruction.OFInstruction;
import org.projectfloodlight.openflow.protocol.instruction.OFInstructionApplyActions;
import org.projectfloodlight.openflow.protocol.match.Match;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.types.MacAddress;
import org.projectfloodlight.openflow.types.OFPort;

/**
 * An entry that a test's switch shows: one of openflowj's, 1.0 or 1.3.
 *
 * @param message the entry; its version is 1.3 when it has instructions
 * @param nowNs when it was shown
 * @param leadsNowhere what the platform would say of its ports
 */
public record FakeEntry(OFFlowStatsEntry message, long nowNs, boolean leadsNowhere)
    implements FlowEntry {

  /** An entry on ports that exist, shown at time 0. */
  public static FakeEntry of(OFFlowStatsEntry message) {
    return new FakeEntry(message, 0, false);
  }

  /** The same shown later. */
  public FakeEntry at(long shownNs) {
    return new FakeEntry(message, shownNs, leadsNowhere);
  }

  /** The same with a port that does not exist, or is down. */
  public FakeEntry leadingNowhere() {
    return new FakeEntry(message, nowNs, true);
  }

  @Override
  public int table() {
    return message.getTableId().getValue();
  }

  @Override
  public int priority() {
    return message.getPriority();
  }

  @Override
  public long cookie() {
    return message.getCookie().getValue();
  }

  @Override
  public int idleTimeoutSeconds() {
    return message.getIdleTimeout();
  }

  @Override
  public int hardTimeoutSeconds() {
    return message.getHardTimeout();
  }

  @Override
  public long ageSeconds() {
    return message.getDurationSec();
  }

  @Override
  public long packets() {
    return message.getPacketCount().getValue();
  }

  private Match match() {
    return message.getMatch();
  }

  @Override
  public boolean hasInPort() {
    return match().isExact(MatchField.IN_PORT);
  }

  @Override
  public int inPort() {
    return hasInPort() ? match().get(MatchField.IN_PORT).getPortNumber() : 0;
  }

  @Override
  public boolean hasEthSrc() {
    return match().isExact(MatchField.ETH_SRC);
  }

  @Override
  public long ethSrc() {
    return hasEthSrc() ? address(match().get(MatchField.ETH_SRC)) : 0;
  }

  @Override
  public boolean hasEthDst() {
    return match().isExact(MatchField.ETH_DST);
  }

  @Override
  public long ethDst() {
    return hasEthDst() ? address(match().get(MatchField.ETH_DST)) : 0;
  }

  private static long address(MacAddress address) {
    return address.getLong();
  }

  @Override
  public boolean hasVlan() {
    return match().isExact(MatchField.VLAN_VID);
  }

  @Override
  public int vlan() {
    if (!hasVlan()) {
      return 0;
    }
    var vlan = match().get(MatchField.VLAN_VID);
    return vlan.isPresentBitSet() ? vlan.getVlan() : UNTAGGED;
  }

  private List<OFPort> outputs() {
    return actions().stream()
        .filter(OFActionOutput.class::isInstance)
        .map(action -> ((OFActionOutput) action).getPort())
        .toList();
  }

  private List<OFAction> actions() {
    if (message.getVersion().getWireVersion() == 1) {
      return message.getActions();
    }
    for (OFInstruction instruction : message.getInstructions()) {
      if (instruction instanceof OFInstructionApplyActions apply) {
        return apply.getActions();
      }
    }
    return List.of();
  }

  @Override
  public int outputCount() {
    return outputs().size();
  }

  @Override
  public int output(int i) {
    return outputs().get(i).getPortNumber();
  }
}
