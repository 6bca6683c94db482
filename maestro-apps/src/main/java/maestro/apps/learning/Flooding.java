package maestro.apps.learning;

import maestro.api.ApplicationContext;
import maestro.api.FlowField;
import maestro.api.FlowOptions;
import maestro.api.FlowRequest;
import maestro.api.SwitchLocal;
import maestro.api.SwitchOutput;
import maestro.apps.flood.Repetitions;
import maestro.apps.packets.Addresses;
import maestro.apps.vlan.SwitchVlans;

/**
 * Floods packets. Broadcasts that repeat fast get a flow entry that floods for some seconds, so the
 * switch asks once and not for each packet. The entry matches in-port, source and VLAN, so the
 * controller still sees a host that moves. It also matches every field that earlier stages have
 * read, so packets that differ in these fields still reach them.
 *
 * <p>The FLOW_REMOVED of the entry tells how many packets it has forwarded; {@code storm-control}
 * counts them.
 *
 * @param repetitions of each switch
 * @param options of the flooding entry; its hard timeout is 0 when there are no such entries
 */
record Flooding(SwitchLocal<Repetitions> repetitions, FlowOptions options) {
  /** Reads the setting {@code broadcast-timeout}. */
  static Flooding of(ApplicationContext context) {
    int seconds = Repetitions.timeoutSeconds(context.config());
    return new Flooding(
        context.switchLocal(info -> new Repetitions(seconds)),
        FlowOptions.timeouts(0, seconds)
            .withRemovalNotice(FlowOptions.USUAL_COOKIE)
            .matchingAlso(FlowField.VLAN));
  }

  void flood(FlowRequest request, int vlan, SwitchVlans vlans, SwitchOutput output) {
    if (request.ethDst() == Addresses.BROADCAST
        && options.hardTimeoutSeconds() > 0
        && repetitions.of(request).isWorthAnEntry(request)) {
      output.installAndForward(request, vlans.toAll(request, vlan), options);
    } else {
      vlans.flood(request, vlan, output);
    }
  }
}
