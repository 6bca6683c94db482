package maestro.apps.vlan;

import maestro.api.FlowActions;
import maestro.api.Vlans;
import maestro.api.Vlans.Egress;

/**
 * The actions on the tag of a packet on its way from one port to another: none, push, pop, or set
 * the VLAN in a tag that carries only a priority. Made when an application starts. Immutable; any
 * thread; no method allocates.
 */
final class TagActions {
  static final FlowActions POP = FlowActions.NONE.popVlan();

  /** By VLAN, for VLANs whose packets come in untagged by some port, as is the next field. */
  private final FlowActions[] push = new FlowActions[Vlans.MAX_VLAN + 1];

  private final FlowActions[] set = new FlowActions[Vlans.MAX_VLAN + 1];

  /** Makes the actions that the declared ports of a network need. */
  TagActions(Vlans vlans) {
    for (int vlan = 1; vlan <= Vlans.MAX_VLAN; vlan++) {
      if (vlans.isUntaggedSomewhere(vlan)) {
        push[vlan] = FlowActions.NONE.pushVlan(vlan);
        set[vlan] = FlowActions.NONE.setVlan(vlan);
      }
    }
  }

  /**
   * The actions before a packet is sent out.
   *
   * @param tag the tag with which it came in, -1 without one
   * @param vlan its VLAN by {@link Vlans#vlanOf}
   * @param egress how it leaves; not {@link Egress#NOT_CARRIED}
   * @return {@link FlowActions#NONE} when it leaves as it came in
   */
  FlowActions of(int tag, int vlan, Egress egress) {
    if (vlan == Vlans.UNTAGGED) {
      return FlowActions.NONE;
    }
    if (egress == Egress.UNTAGGED) {
      return tag < 0 ? FlowActions.NONE : POP;
    }
    return tag > 0 ? FlowActions.NONE : tag < 0 ? push[vlan] : set[vlan];
  }
}
