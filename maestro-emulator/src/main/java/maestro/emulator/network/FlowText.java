package maestro.emulator.network;

import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.projectfloodlight.openflow.protocol.OFBucket;
import org.projectfloodlight.openflow.protocol.OFFlowMod;
import org.projectfloodlight.openflow.protocol.OFFlowStatsEntry;
import org.projectfloodlight.openflow.protocol.OFGroupDescStatsEntry;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFObject;
import org.projectfloodlight.openflow.protocol.OFPacketOut;
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
 * Flow entries, groups and messages as lines for people, in the form of {@code ovs-ofctl}. The
 * fields have the names of the specification of 1.3. Stateless.
 */
public final class FlowText {
  private FlowText() {}

  /** A message of a controller: its type, and of FLOW_MOD and PACKET_OUT what they say. */
  public static String of(OFMessage message) {
    String type = message.getType().name();
    if (message instanceof OFFlowMod each) {
      return type + " " + of(each);
    }
    return message instanceof OFPacketOut each
        ? type + " in_port=" + each.getInPort() + " actions=" + actions(each.getActions())
        : type;
  }

  private static String of(OFFlowMod e) {
    StringBuilder text = new StringBuilder(e.getCommand().name());
    entry(text, e.getIdleTimeout(), e.getHardTimeout(), e.getPriority(), e.getMatch());
    return switch (e.getCommand()) {
      case DELETE, DELETE_STRICT -> text.toString();
      default -> text.append(actionsOf(e, e::getActions, e::getInstructions)).toString();
    };
  }

  static String of(OFFlowStatsEntry e) {
    StringBuilder text = new StringBuilder();
    text.append(String.format(Locale.ROOT, "cookie=0x%x", e.getCookie().getValue()));
    text.append(", duration=").append(e.getDurationSec()).append('s');
    text.append(", table=").append(e.getTableId().getValue());
    text.append(", n_packets=").append(e.getPacketCount().getValue());
    text.append(", n_bytes=").append(e.getByteCount().getValue()).append(',');
    entry(text, e.getIdleTimeout(), e.getHardTimeout(), e.getPriority(), e.getMatch());
    return text.append(actionsOf(e, e::getActions, e::getInstructions)).toString();
  }

  private static void entry(StringBuilder text, int idle, int hard, int priority, Match match) {
    if (idle > 0) {
      text.append(" idle_timeout=").append(idle).append(',');
    }
    if (hard > 0) {
      text.append(" hard_timeout=").append(hard).append(',');
    }
    text.append(" priority=").append(priority);
    for (MatchField<?> field : match.getMatchFields()) {
      text.append(',').append(field(match, field));
    }
  }

  private static String actionsOf(
      OFObject of, Supplier<List<OFAction>> actions, Supplier<List<OFInstruction>> instructions) {
    boolean first = of.getVersion() == OFVersion.OF_10;
    return " actions=" + (first ? actions(actions.get()) : instructions(instructions.get()));
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
