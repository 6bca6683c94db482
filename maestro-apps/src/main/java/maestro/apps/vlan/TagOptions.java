package maestro.apps.vlan;

import maestro.api.FlowField;
import maestro.api.FlowOptions;
import maestro.api.Vlans;
import maestro.api.Vlans.Leaving;

/**
 * The options of an application's entries where tags are about: they match the VLAN, and do first
 * what {@link TagActions} says. Made when the application starts. Immutable; any thread; no
 * question allocates.
 */
public final class TagOptions {
  /** For what goes out as it came in, without its tag, with a tag, and with a VLAN in its tag. */
  private final FlowOptions asItCame;

  private final FlowOptions popped;
  private final FlowOptions[] pushed = new FlowOptions[Vlans.MAX_VLAN + 1];
  private final FlowOptions[] set = new FlowOptions[Vlans.MAX_VLAN + 1];
  private final TagActions actions;

  /**
   * Makes them for the declared ports of a network.
   *
   * @param options those of entries where there are no tags
   */
  public TagOptions(Vlans vlans, FlowOptions options) {
    actions = new TagActions(vlans);
    asItCame = options.matchingAlso(FlowField.VLAN);
    popped = asItCame.withActions(TagActions.POP);
    for (int vlan = 1; vlan <= Vlans.MAX_VLAN; vlan++) {
      if (vlans.isUntaggedSomewhere(vlan)) {
        pushed[vlan] = asItCame.withActions(actions.of(-1, vlan, Leaving.TAGGED));
        set[vlan] = asItCame.withActions(actions.of(0, vlan, Leaving.TAGGED));
      }
    }
  }

  /** The options for a packet whose tag is treated as by {@link TagActions#of}. */
  public FlowOptions of(int tag, int vlan, Leaving leaving) {
    if (vlan == Vlans.UNTAGGED) {
      return asItCame;
    }
    if (leaving == Leaving.UNTAGGED) {
      return tag < 0 ? asItCame : popped;
    }
    return tag > 0 ? asItCame : tag < 0 ? pushed[vlan] : set[vlan];
  }

  /** What is done with the tags. */
  public TagActions actions() {
    return actions;
  }
}
