package maestro.apps.vlan;

import java.util.ArrayList;
import java.util.List;
import maestro.api.Vlans;
import maestro.api.Vlans.Leaving;
import org.projectfloodlight.openflow.protocol.OFFlowStatsEntry;
import org.projectfloodlight.openflow.protocol.OFVersion;
import org.projectfloodlight.openflow.protocol.action.OFAction;
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

  private TagsOfEntry() {}

  /** What it does: a word for each action, of which there is one at most in entries of ours. */
  public static String of(OFFlowStatsEntry entry) {
    StringBuilder words = new StringBuilder();
    for (OFAction action : actions(entry)) {
      if (action instanceof OFActionPopVlan || action instanceof OFActionStripVlan) {
        words.append(POP);
      } else if (action instanceof OFActionSetVlanVid set) {
        words.append(tag(set.getVlanVid().getVlan()));
      } else if (action instanceof OFActionSetField set
          && set.getField().getValue() instanceof OFVlanVidMatch vlan) {
        words.append(tag(vlan.getVlan()));
      }
    }
    return words.toString();
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
