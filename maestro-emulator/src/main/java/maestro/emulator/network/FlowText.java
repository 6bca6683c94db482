package maestro.emulator.network;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.projectfloodlight.openflow.protocol.OFBucket;
import org.projectfloodlight.openflow.protocol.OFFlowStatsEntry;
import org.projectfloodlight.openflow.protocol.OFGroupDescStatsEntry;
import org.projectfloodlight.openflow.protocol.OFVersion;
import org.projectfloodlight.openflow.protocol.action.OFAction;
import org.projectfloodlight.openflow.protocol.action.OFActionEnqueue;
import org.projectfloodlight.openflow.protocol.action.OFActionGroup;
import org.projectfloodlight.openflow.protocol.action.OFActionOutput;
import org.projectfloodlight.openflow.protocol.action.OFActionPushVlan;
import org.projectfloodlight.openflow.protocol.action.OFActionSetDlDst;
import org.projectfloodlight.openflow.protocol.action.OFActionSetDlSrc;
import org.projectfloodlight.openflow.protocol.action.OFActionSetField;
import org.projectfloodlight.openflow.protocol.action.OFActionSetNwDst;
import org.projectfloodlight.openflow.protocol.action.OFActionSetNwSrc;
import org.projectfloodlight.openflow.protocol.action.OFActionSetQueue;
import org.projectfloodlight.openflow.protocol.action.OFActionSetVlanVid;
import org.projectfloodlight.openflow.protocol.instruction.OFInstruction;
import org.projectfloodlight.openflow.protocol.instruction.OFInstructionApplyActions;
import org.projectfloodlight.openflow.protocol.instruction.OFInstructionGotoTable;
import org.projectfloodlight.openflow.protocol.instruction.OFInstructionMeter;
import org.projectfloodlight.openflow.protocol.instruction.OFInstructionWriteActions;
import org.projectfloodlight.openflow.protocol.instruction.OFInstructionWriteMetadata;
import org.projectfloodlight.openflow.protocol.match.Match;
import org.projectfloodlight.openflow.protocol.match.MatchField;
import org.projectfloodlight.openflow.types.OFValueType;

/**
 * Flow entries and groups as lines for people, in the form of {@code ovs-ofctl}. The fields have
 * the names of the specification of 1.3. Stateless.
 */
final class FlowText {
  private FlowText() {}

  static String of(OFFlowStatsEntry e) {
    StringBuilder text = new StringBuilder();
    text.append(String.format(Locale.ROOT, "cookie=0x%x", e.getCookie().getValue()));
    text.append(", duration=").append(e.getDurationSec()).append('s');
    text.append(", table=").append(e.getTableId().getValue());
    text.append(", n_packets=").append(e.getPacketCount().getValue());
    text.append(", n_bytes=").append(e.getByteCount().getValue());
    if (e.getIdleTimeout() > 0) {
      text.append(", idle_timeout=").append(e.getIdleTimeout());
    }
    if (e.getHardTimeout() > 0) {
      text.append(", hard_timeout=").append(e.getHardTimeout());
    }
    text.append(", priority=").append(e.getPriority());
    for (MatchField<?> field : e.getMatch().getMatchFields()) {
      text.append(',').append(field(e.getMatch(), field));
    }
    boolean first = e.getVersion() == OFVersion.OF_10;
    return text.append(" actions=")
        .append(first ? actions(e.getActions()) : instructions(e.getInstructions()))
        .toString();
  }

  private static <F extends OFValueType<F>> String field(Match match, MatchField<F> field) {
    String name = field.getName();
    return match.isPartiallyMasked(field)
        ? name + "=" + match.getMasked(field).getValue() + "/" + match.getMasked(field).getMask()
        : name + "=" + match.get(field);
  }

  private static String instructions(List<OFInstruction> instructions) {
    String text = instructions.stream().map(FlowText::instruction).collect(Collectors.joining(","));
    return text.isEmpty() ? "drop" : text;
  }

  private static String instruction(OFInstruction each) {
    if (each instanceof OFInstructionApplyActions apply) {
      return actions(apply.getActions());
    }
    if (each instanceof OFInstructionWriteActions write) {
      return "write_actions(" + actions(write.getActions()) + ")";
    }
    if (each instanceof OFInstructionGotoTable next) {
      return "goto_table:" + next.getTableId().getValue();
    }
    if (each instanceof OFInstructionMeter meter) {
      return "meter:" + meter.getMeterId();
    }
    if (each instanceof OFInstructionWriteMetadata write) {
      return "write_metadata:" + write.getMetadata() + "/" + write.getMetadataMask();
    }
    return each.getType().name().toLowerCase(Locale.ROOT);
  }

  private static String actions(List<OFAction> actions) {
    String text = actions.stream().map(FlowText::action).collect(Collectors.joining(","));
    return text.isEmpty() ? "drop" : text;
  }

  private static String action(OFAction each) {
    if (each instanceof OFActionOutput output) {
      return "output:" + output.getPort();
    }
    if (each instanceof OFActionGroup group) {
      return "group:" + group.getGroup().getGroupNumber();
    }
    if (each instanceof OFActionSetField set) {
      return "set_field:"
          + set.getField().getValue()
          + "->"
          + set.getField().getMatchField().getName();
    }
    if (each instanceof OFActionPushVlan push) {
      return "push_vlan:" + push.getEthertype();
    }
    if (each instanceof OFActionSetVlanVid set) {
      return "mod_vlan_vid:" + set.getVlanVid().getVlan();
    }
    if (each instanceof OFActionSetDlSrc set) {
      return "mod_dl_src:" + set.getDlAddr();
    }
    if (each instanceof OFActionSetDlDst set) {
      return "mod_dl_dst:" + set.getDlAddr();
    }
    if (each instanceof OFActionSetNwSrc set) {
      return "mod_nw_src:" + set.getNwAddr();
    }
    if (each instanceof OFActionSetNwDst set) {
      return "mod_nw_dst:" + set.getNwAddr();
    }
    if (each instanceof OFActionEnqueue queue) {
      return "enqueue:" + queue.getPort() + ":" + queue.getQueueId();
    }
    if (each instanceof OFActionSetQueue queue) {
      return "set_queue:" + queue.getQueueId();
    }
    return each.getType().name().toLowerCase(Locale.ROOT);
  }

  static String of(OFGroupDescStatsEntry e) {
    StringBuilder text = new StringBuilder();
    text.append("group_id=").append(e.getGroup().getGroupNumber());
    text.append(",type=").append(e.getGroupType().name().toLowerCase(Locale.ROOT));
    for (OFBucket bucket : e.getBuckets()) {
      text.append(",bucket=weight:").append(bucket.getWeight());
      text.append(",actions=").append(actions(bucket.getActions()));
    }
    return text.toString();
  }
}
