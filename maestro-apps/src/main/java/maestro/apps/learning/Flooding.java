package maestro.apps.learning;

import maestro.api.FlowOptions;
import maestro.api.FlowRequest;
import maestro.api.SwitchLocal;
import maestro.api.SwitchOutput;
import maestro.apps.flood.Repetitions;
import maestro.apps.vlan.SwitchVlans;

/**
 * Floods packets. Broadcasts that repeat fast get an entry that floods for some seconds, so that
 * they are decided once and not one by one. It matches in-port, source and VLAN, so a host that
 * moves is still seen, and what earlier stages have read, so what they answer is still asked.
 *
 * <p>The switch tells how many it has forwarded when the entry goes; {@code storm-control} counts
 * them.
 *
 * @param repetitions of each switch
 * @param options of such an entry; its hard timeout is 0 when there are none
 */
record Flooding(SwitchLocal<Repetitions> repetitions, FlowOptions options) {
  private static final long BROADCAST = 0xffff_ffff_ffffL;

  void flood(FlowRequest request, int vlan, SwitchVlans vlans, SwitchOutput output) {
    if (request.ethDst() == BROADCAST
        && options.hardTimeoutSeconds() > 0
        && repetitions.of(request).isWorthAnEntry(request)) {
      output.installAndForward(request, vlans.toAll(request, vlan), options);
    } else {
      vlans.flood(request, vlan, output);
    }
  }
}
