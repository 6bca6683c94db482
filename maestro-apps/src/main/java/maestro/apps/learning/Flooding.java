package maestro.apps.learning;

import java.util.concurrent.atomic.AtomicBoolean;
import maestro.api.ApplicationContext;
import maestro.api.FlowActions;
import maestro.api.FlowOptions;
import maestro.api.FlowRequest;
import maestro.api.SwitchLocal;
import maestro.api.SwitchOutput;
import maestro.api.Vlans;
import maestro.apps.flood.FloodEntries;
import maestro.apps.flood.Repetitions;
import maestro.apps.ports.HairpinPorts;
import maestro.apps.vlan.SwitchVlans;

/**
 * Floods packets. Packets to a group or to an unknown host that repeat fast get a flow entry that
 * floods for some seconds, so the switch asks once and not for each packet. The entry matches
 * in-port, source and VLAN, so the controller still sees a host that moves. It also matches every
 * field that earlier stages have read, so packets that differ in these fields still reach them.
 *
 * <p>When an unknown host is learned, the entries that flood to it are removed.
 *
 * <p>The FLOW_REMOVED of the entry tells how many packets it has forwarded; {@code storm-control}
 * counts them.
 *
 * @param switches the state of each switch
 * @param options of the flooding entry; its hard timeout is 0 when there are no such entries
 * @param hairpins the in-ports by which packets also go back
 */
record Flooding(SwitchLocal<OfSwitch> switches, FlowOptions options, HairpinPorts hairpins) {
  /**
   * The state of one switch. A worker that finds another one there goes on without: its packet is
   * flooded alone, or an entry that floods stays until its timeout, which is short.
   */
  record OfSwitch(Repetitions repetitions, FloodedHosts hosts, AtomicBoolean isTaken) {
    boolean take() {
      return isTaken.compareAndSet(false, true);
    }

    void give() {
      isTaken.set(false);
    }
  }

  /** Reads the settings {@code broadcast-timeout} and {@code hairpin-ports}. */
  static Flooding of(ApplicationContext context) {
    int seconds = Repetitions.timeoutSeconds(context.config());
    return new Flooding(
        context.switchShared(
            info ->
                new OfSwitch(
                    new Repetitions(seconds), new FloodedHosts(seconds), new AtomicBoolean())),
        FloodEntries.options(seconds, FloodEntries.OF_LEARNING_SWITCH),
        HairpinPorts.of(context.config()));
  }

  void flood(FlowRequest request, int vlan, SwitchVlans vlans, SwitchOutput output) {
    boolean isBack = goesBack(request);
    if (isWorthAnEntry(request, vlan)) {
      FlowActions all = isBack ? vlans.toAllAndBack(request, vlan) : vlans.toAll(request, vlan);
      output.installAndForward(request, all, options);
    } else if (isBack) {
      output.forward(request, vlans.toAllAndBack(request, vlan));
    } else {
      vlans.flood(request, vlan, output);
    }
  }

  /** Whether a packet may leave by its in-port. */
  boolean goesBack(FlowRequest request) {
    return hairpins.has(request.datapathId(), request.inPort());
  }

  private boolean isWorthAnEntry(FlowRequest request, int vlan) {
    if (options.hardTimeoutSeconds() == 0) {
      return false;
    }
    OfSwitch here = switches.of(request);
    if (!here.take()) {
      return false;
    }
    try {
      return here.repetitions().isWorthAnEntry(request)
          && (request.isMulticast()
              || here.hosts().add(Vlans.hostKey(vlan, request.ethDst()), request.nowNs()));
    } finally {
      here.give();
    }
  }

  /** The source of a request was not known before. */
  void learned(FlowRequest request, int vlan, SwitchOutput output) {
    OfSwitch here = switches.of(request);
    if (here.hosts().isEmpty() || !here.take()) {
      return;
    }
    long source = request.ethSrc();
    boolean isFlooded = here.hosts().remove(Vlans.hostKey(vlan, source));
    here.give();
    if (isFlooded) {
      output.removeFlowsTo(request, source);
    }
  }
}
