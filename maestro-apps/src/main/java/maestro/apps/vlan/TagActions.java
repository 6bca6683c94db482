package maestro.apps.vlan;

import maestro.api.FlowActions;
import maestro.api.Vlans;
import maestro.api.Vlans.Leaving;

/**
 * What is done with the tag of a packet on its way from one port to another: nothing, push, pop, or
 * give a tag that carries a priority only its VLAN. Made when an application starts. Immutable; any
 * thread; no question allocates.
 */
public final class TagActions {
  static final FlowActions POP = FlowActions.NONE.popVlan();

  /** By VLAN, for those whose packets come in untagged somewhere. */
  private final FlowActions[] push = new FlowActions[Vlans.MAX_VLAN + 1];

  private final FlowActions[] set = new FlowActions[Vlans.MAX_VLAN + 1];

  /** Those that the declared ports of a network need. */
  public TagActions(Vlans vlans) {
    for (int vlan = 1; vlan <= Vlans.MAX_VLAN; vlan++) {
      if (vlans.isUntaggedSomewhere(vlan)) {
        push[vlan] = FlowActions.NONE.pushVlan(vlan);
        set[vlan] = FlowActions.NONE.setVlan(vlan);
      }
    }
  }

  /**
   * What is done before a packet goes out.
   *
   * @param tag with which it came in, -1 without one
   * @param vlan that it belongs to by {@link Vlans#vlanOf}
   * @param leaving how it goes out; not {@link Leaving#NOT_AT_ALL}
   * @return {@link FlowActions#NONE} when it goes out as it came in
   */
  public FlowActions of(int tag, int vlan, Leaving leaving) {
    if (vlan == Vlans.UNTAGGED) {
      return FlowActions.NONE;
    }
    if (leaving == Leaving.UNTAGGED) {
      return tag < 0 ? FlowActions.NONE : POP;
    }
    return tag > 0 ? FlowActions.NONE : tag < 0 ? push[vlan] : set[vlan];
  }
}
