package maestro.apps.vlan;

import java.util.Arrays;
import maestro.api.FlowActions;
import maestro.api.Vlans;
import maestro.api.Vlans.Leaving;

/**
 * How packets of a VLAN go to everybody at one switch: out of each port that carries the VLAN, as
 * the port has it. Lists are made when they are first needed, and kept: one for each VLAN that is
 * declared by number and each way to come in, one for all other VLANs. A list names the in-port,
 * too; the switch sends nothing back by it.
 *
 * <p>One thread at a time. Allocates only when a list is needed for the first time.
 */
public final class VlanFloods {
  /** How the tag of a packet was: none, one that carries a priority only, one with its VLAN. */
  private static final int WAYS = 3;

  /** Where the list stands for VLANs that are not declared by number; no VLAN's number. */
  private static final int OTHERS = Vlans.MAX_VLAN + 1;

  /** How a VLAN leaves by the ports of a switch. */
  @FunctionalInterface
  public interface Carrier {
    /** Like {@link Vlans.Ports#leaving}. */
    Leaving leaving(int port, int vlan);
  }

  private final Vlans.Ports declared;
  private final Carrier carrier;
  private final TagActions tags;
  private final int[] ports;
  private final FlowActions[][] lists = new FlowActions[WAYS][];

  /**
   * Makes no list yet.
   *
   * @param declared says which VLANs are declared by number
   * @param carrier says how a VLAN leaves by a port
   * @param ports the numbers of those that packets to everybody may leave by
   */
  public VlanFloods(Vlans.Ports declared, Carrier carrier, TagActions tags, int... ports) {
    this.declared = declared;
    this.carrier = carrier;
    this.tags = tags;
    this.ports = Arrays.stream(ports).sorted().toArray();
  }

  /**
   * What is done with a packet.
   *
   * @param tag with which it came in, -1 without one
   * @param vlan that it belongs to
   */
  public FlowActions of(int tag, int vlan) {
    int way = Math.min(Math.max(tag, -1), 1) + 1;
    int index = vlan <= 0 ? 0 : tag > 0 && !declared.isNamed(vlan) ? OTHERS : vlan;
    if (lists[way] == null) {
      lists[way] = new FlowActions[OTHERS + 1];
    }
    FlowActions list = lists[way][index];
    if (list == null) {
      list = list(tag, vlan);
      lists[way][index] = list;
    }
    return list;
  }

  private FlowActions list(int tag, int vlan) {
    int[] untagged = leaving(vlan, Leaving.UNTAGGED);
    int[] tagged = leaving(vlan, Leaving.TAGGED);
    if (vlan == Vlans.UNTAGGED) {
      return FlowActions.outputs(untagged);
    }
    if (tag < 0) {
      FlowActions first = FlowActions.outputs(untagged);
      return tagged.length == 0 ? first : first.pushVlan(vlan).output(tagged);
    }
    FlowActions first =
        tagged.length == 0 ? FlowActions.NONE : tags.of(tag, vlan, Leaving.TAGGED).output(tagged);
    return untagged.length == 0 ? first : first.popVlan().output(untagged);
  }

  private int[] leaving(int vlan, Leaving how) {
    return Arrays.stream(ports).filter(port -> carrier.leaving(port, vlan) == how).toArray();
  }
}
