package maestro.apps.vlan;

import maestro.api.FlowField;
import maestro.api.FlowOptions;
import maestro.api.Vlans;
import maestro.api.Vlans.Egress;

/**
 * The options of an application's entries where there are tags: they match the VLAN, and first
 * apply the {@link TagActions}. Made when the application starts. Immutable, except for what was
 * logged; any thread; no method allocates.
 */
public final class TagOptions {
  /**
   * For packets that leave as they came; the next fields: without tag, with a new tag, with the
   * VLAN set in the tag.
   */
  private final FlowOptions asItCame;

  private final FlowOptions popped;
  private final FlowOptions[] pushed = new FlowOptions[Vlans.MAX_VLAN + 1];
  private final FlowOptions[] set = new FlowOptions[Vlans.MAX_VLAN + 1];
  private final TagActions actions;
  private final CutFloods cutFloods = new CutFloods();

  /**
   * Makes the options for the declared ports of a network.
   *
   * @param options the options of entries where there are no tags
   */
  public TagOptions(Vlans vlans, FlowOptions options) {
    actions = new TagActions(vlans);
    asItCame = options.matchingAlso(FlowField.VLAN);
    popped = asItCame.withActions(TagActions.POP);
    for (int vlan = 1; vlan <= Vlans.MAX_VLAN; vlan++) {
      if (vlans.isUntaggedSomewhere(vlan)) {
        pushed[vlan] = asItCame.withActions(actions.of(-1, vlan, Egress.TAGGED));
        set[vlan] = asItCame.withActions(actions.of(0, vlan, Egress.TAGGED));
      }
    }
  }

  /** The options for a packet whose tag is treated as by {@link TagActions#of}. */
  public FlowOptions of(int tag, int vlan, Egress egress) {
    if (vlan == Vlans.UNTAGGED) {
      return asItCame;
    }
    if (egress == Egress.UNTAGGED) {
      return tag < 0 ? asItCame : popped;
    }
    return tag > 0 ? asItCame : tag < 0 ? pushed[vlan] : set[vlan];
  }

  /** Logs which floods do not reach all ports. */
  CutFloods cutFloods() {
    return cutFloods;
  }

  /** The actions on tags. */
  TagActions actions() {
    return actions;
  }
}
