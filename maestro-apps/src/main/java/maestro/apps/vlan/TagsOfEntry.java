package maestro.apps.vlan;

import java.util.ArrayList;
import java.util.List;
import maestro.api.Vlans;
import maestro.api.Vlans.Leaving;
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

/** What an entry that a switch has shown does with the tag of its packets. Stateless. */
public final class TagsOfEntry {
  /** It goes on as it came. */
  public static final String AS_IT_CAME = "";

  private static final String POP = " pop";

  /**
   * A port that packets leave by.
   *
   * @param port its OpenFlow 1.3 number
   * @param tag what was done with the tag by then, as {@link #wanted} says it
   */
  public record Output(int port, String tag) {}

  private TagsOfEntry() {}

  /** What it does: a word for each action, of which there is one at most in entries to one port. */
  public static String of(OFFlowStatsEntry entry) {
    StringBuilder words = new StringBuilder();
    for (OFAction action : actions(entry)) {
      words.append(word(action));
    }
    return words.toString();
  }

  /** Where packets leave, in the order of the actions, each with the last that was done before. */
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

  /** What it should do, see {@link TagActions#of}. */
  public static String wanted(int tag, int vlan, Leaving leaving) {
    if (vlan == Vlans.UNTAGGED) {
      return AS_IT_CAME;
    }
    if (leaving == Leaving.UNTAGGED) {
      return tag < 0 ? AS_IT_CAME : POP;
    }
    return tag > 0 ? AS_IT_CAME : tag(vlan);
  }

  private static String tag(int vlan) {
    return " VLAN " + vlan;
  }
}
