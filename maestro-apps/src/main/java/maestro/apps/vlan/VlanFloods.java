package maestro.apps.vlan;

import java.util.Arrays;
import maestro.api.FlowActions;
import maestro.api.Vlans;
import maestro.api.Vlans.Egress;

/**
 * The actions that flood packets of a VLAN at one switch: out of each port that carries the VLAN,
 * tagged or not as the port has it. A list is made when it is first needed, and kept. There is one
 * for each VLAN that is declared by number and each kind of incoming tag, and one for all other
 * VLANs. A list includes the in-port; a switch sends nothing back by it. It has the lowest {@value
 * #MOST_PORTS} ports of a switch that has more: more do not fit into one message.
 *
 * <p>Any thread: lists are immutable, and two threads may make the same one. Allocates only when a
 * list is needed for the first time.
 */
public final class VlanFloods {
  /** The outputs to so many ports, with tags, fit into {@link FlowActions}. */
  public static final int MOST_PORTS = 1400;

  /** The kinds of incoming tags: none, a tag with only a priority, a tag with the VLAN. */
  private static final int WAYS = 3;

  /** The index of the list for VLANs that are not declared by number; no VLAN has this number. */
  private static final int OTHERS = Vlans.MAX_VLAN + 1;

  /** Tells how a VLAN leaves by the ports of a switch. */
  @FunctionalInterface
  public interface Carrier {
    /** Like {@link Vlans.Ports#egress}. */
    Egress egress(int port, int vlan);
  }

  private final Vlans.Ports declared;
  private final Carrier carrier;
  private final TagActions tags;
  private final int[] ports;
  private final FlowActions[][] lists = new FlowActions[WAYS][];

  /**
   * Makes the object without lists.
   *
   * @param datapathId of the switch
   * @param declared tells which VLANs are declared by number
   * @param carrier tells how a VLAN leaves by a port
   * @param tagged of the application
   * @param ports the numbers of the ports by which packets to everybody may leave
   */
  public VlanFloods(
      long datapathId, Vlans.Ports declared, Carrier carrier, TagOptions tagged, int... ports) {
    tagged.cutFloods().listed(datapathId, ports.length);
    this.declared = declared;
    this.carrier = carrier;
    this.tags = tagged.actions();
    this.ports = Arrays.stream(ports).sorted().limit(MOST_PORTS).toArray();
  }

  /**
   * The actions that flood a packet.
   *
   * @param tag the tag with which it came in, -1 without one
   * @param vlan the VLAN that it belongs to
   */
  public FlowActions of(int tag, int vlan) {
    int way = Math.min(Math.max(tag, -1), 1) + 1;
    int index = vlan <= 0 ? 0 : tag > 0 && !declared.isNamed(vlan) ? OTHERS : vlan;
    FlowActions[] listsOfWay = lists[way];
    if (listsOfWay == null) {
      listsOfWay = new FlowActions[OTHERS + 1];
      lists[way] = listsOfWay;
    }
    FlowActions list = listsOfWay[index];
    if (list == null) {
      list = list(tag, vlan);
      listsOfWay[index] = list;
    }
    return list;
  }

  private FlowActions list(int tag, int vlan) {
    int[] untagged = egress(vlan, Egress.UNTAGGED);
    int[] tagged = egress(vlan, Egress.TAGGED);
    if (vlan == Vlans.UNTAGGED) {
      return FlowActions.outputs(untagged);
    }
    if (tag < 0) {
      FlowActions first = FlowActions.outputs(untagged);
      return tagged.length == 0 ? first : first.pushVlan(vlan).output(tagged);
    }
    FlowActions first =
        tagged.length == 0 ? FlowActions.NONE : tags.of(tag, vlan, Egress.TAGGED).output(tagged);
    return untagged.length == 0 ? first : first.popVlan().output(untagged);
  }

  private int[] egress(int vlan, Egress how) {
    return Arrays.stream(ports).filter(port -> carrier.egress(port, vlan) == how).toArray();
  }
}
