package maestro.apps.vlan;

import java.util.ArrayList;
import java.util.List;
import maestro.api.Vlans;
import maestro.api.Vlans.Egress;
import org.projectfloodlight.openflow.protocol.OFFlowStatsEntry;
import org.projectfloodlight.openflow.protocol.OFVersion;
import org.projectfloodlight.openflow.protocol.action.OFAction;
import org.projectfloodlight.openflow.protocol.action.OFActionOutput;
import org.projectfloodlight.openflow.protocol.action.OFActionPopVlan;
import org.projectfloodlight.openflow.protocol.action.OFActionSetField;
import org.projectfloodlight.openflow.protocol.action.OFActionSetVlanVid;
import org.projectfloodlight.openflow.protocol.action.OFActionStripVlan;
import org.projectfloodlight.openflow.protocol.instruction.OFInstruction;
import org.projectfloodlight.openflow.protocol.instruction.OFInstructionApplyActions;
import org.projectfloodlight.openflow.types.OFVlanVidMatch;

/** The actions of an entry that a switch has shown on the tag of its packets. Stateless. */
public final class TagsOfEntry {
  /** The packet leaves as it came. */
  static final String AS_IT_CAME = "";

  private static final String POP = " pop";

  /**
   * A port by which packets leave.
   *
   * @param port its OpenFlow 1.3 number
   * @param tag the action on the tag before that, in the form of {@link #wanted}
   */
  public record Output(int port, String tag) {}

  private TagsOfEntry() {}

  /**
   * The entry's actions on the tag: a word for each, of which entries to one port have one at most.
   */
  public static String of(OFFlowStatsEntry entry) {
    StringBuilder words = new StringBuilder();
    for (OFAction action : actions(entry)) {
      words.append(word(action));
    }
    return words.toString();
  }

  /**
   * The outputs of an entry, in the order of its actions, each with the last action on the tag
   * before it.
   */
  public static List<Output> outputsOf(OFFlowStatsEntry entry) {
    List<Output> outputs = new ArrayList<>();
    String tag = AS_IT_CAME;
    for (OFAction action : actions(entry)) {
      if (action instanceof OFActionOutput output) {
        outputs.add(new Output(output.getPort().getPortNumber(), tag));
      }
      String word = word(action);
      tag = word.equals(AS_IT_CAME) ? tag : word;
    }
    return outputs;
  }

  private static String word(OFAction action) {
    if (action instanceof OFActionPopVlan || action instanceof OFActionStripVlan) {
      return POP;
    }
    if (action instanceof OFActionSetVlanVid set) {
      return tag(set.getVlanVid().getVlan());
    }
    return action instanceof OFActionSetField set
            && set.getField().getValue() instanceof OFVlanVidMatch vlan
        ? tag(vlan.getVlan())
        : AS_IT_CAME;
  }

  private static List<OFAction> actions(OFFlowStatsEntry entry) {
    if (entry.getVersion() == OFVersion.OF_10) {
      return entry.getActions();
    }
    List<OFAction> actions = new ArrayList<>();
    for (OFInstruction instruction : entry.getInstructions()) {
      if (instruction instanceof OFInstructionApplyActions apply) {
        actions.addAll(apply.getActions());
      }
    }
    return actions;
  }

  /** The action on the tag that an entry should have, see {@link TagActions#of}. */
  public static String wanted(int tag, int vlan, Egress egress) {
    if (vlan == Vlans.UNTAGGED) {
      return AS_IT_CAME;
    }
    if (egress == Egress.UNTAGGED) {
      return tag < 0 ? AS_IT_CAME : POP;
    }
    return tag > 0 ? AS_IT_CAME : tag(vlan);
  }

  private static String tag(int vlan) {
    return " VLAN " + vlan;
  }
}
