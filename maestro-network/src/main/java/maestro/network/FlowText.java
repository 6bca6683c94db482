package maestro.network;

import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import maestro.openflow.entry.EntryText;
import org.projectfloodlight.openflow.protocol.OFBucket;
import org.projectfloodlight.openflow.protocol.OFFlowMod;
import org.projectfloodlight.openflow.protocol.OFFlowStatsEntry;
import org.projectfloodlight.openflow.protocol.OFGroupDescStatsEntry;
import org.projectfloodlight.openflow.protocol.OFMessage;
import org.projectfloodlight.openflow.protocol.OFObject;
import org.projectfloodlight.openflow.protocol.OFPacketOut;
import org.projectfloodlight.openflow.protocol.OFVersion;
import org.projectfloodlight.openflow.protocol.action.OFAction;
import org.projectfloodlight.openflow.protocol.instruction.OFInstruction;
import org.projectfloodlight.openflow.protocol.match.Match;

/**
 * Flow entries, groups and messages as lines for people, in the form of {@code ovs-ofctl}, with the
 * names of fields and actions that static flows have. Stateless.
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

  public static String of(OFFlowStatsEntry e) {
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
    EntryText.match(match).forEach((name, value) -> text.append(',').append(name + "=" + value));
  }

  private static String actionsOf(
      OFObject of, Supplier<List<OFAction>> actions, Supplier<List<OFInstruction>> instructions) {
    boolean first = of.getVersion() == OFVersion.OF_10;
    return " actions=" + (first ? actions(actions.get()) : instructions(instructions.get()));
  }

  private static String instructions(List<OFInstruction> instructions) {
    return joined(EntryText.instructions(instructions));
  }

  private static String actions(List<OFAction> actions) {
    return joined(EntryText.actions(actions));
  }

  private static String joined(List<String> texts) {
    return texts.isEmpty() ? "drop" : String.join(",", texts);
  }

  public static String of(OFGroupDescStatsEntry e) {
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
