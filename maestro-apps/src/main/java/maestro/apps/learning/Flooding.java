package maestro.apps.learning;

import java.util.concurrent.atomic.AtomicBoolean;
import maestro.api.ApplicationContext;
import maestro.api.FlowActions;
import maestro.api.FlowField;
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
 * @param dropping the options of an entry that drops what repeats
 * @param hairpins the in-ports by which packets also go back
 */
record Flooding(
    SwitchLocal<OfSwitch> switches,
    FlowOptions options,
    FlowOptions dropping,
    HairpinPorts hairpins) {
  /** Short, since a host may have moved to where its packets are dropped. */
  private static final int DROP_SECONDS = 1;

  /**
   * The state of one switch. A worker that finds another one there goes on without: its packet is
   * flooded alone, or an entry that floods stays until its timeout, which is short.
   */
  record OfSwitch(
      Repetitions repetitions, FloodedHosts hosts, RecentSources sources, AtomicBoolean isTaken) {
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
                    new Repetitions(seconds),
                    new FloodedHosts(seconds),
                    new RecentSources(seconds),
                    new AtomicBoolean())),
        FloodEntries.options(seconds, FloodEntries.OF_LEARNING_SWITCH),
        FlowOptions.timeouts(0, DROP_SECONDS)
            .withPriority(FlowOptions.DEFAULT_PRIORITY - 1)
            .matchingAlso(FlowField.VLAN),
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
    OfSwitch here = switches.of(request);
    if (!here.take()) {
      return false;
    }
    try {
      boolean isWorth =
          repeats(here, request)
              && (request.isMulticast()
                  || here.hosts().add(Vlans.hostKey(vlan, request.ethDst()), request.nowNs()));
      long source = Vlans.hostKey(vlan, request.ethSrc());
      here.sources().flooded(source, request.nowNs(), isWorth);
      return isWorth;
    } finally {
      here.give();
    }
  }

  private boolean repeats(OfSwitch here, FlowRequest request) {
    return options.hardTimeoutSeconds() > 0 && here.repetitions().isWorthAnEntry(request);
  }

  /** Whether a packet of the source was flooded a moment ago. */
  boolean hasFlooded(FlowRequest request, int vlan) {
    OfSwitch here = switches.of(request);
    if (!here.take()) {
      return false;
    }
    try {
      return here.sources().has(Vlans.hostKey(vlan, request.ethSrc()), request.nowNs());
    } finally {
      here.give();
    }
  }

  /** Drops a packet, and by an entry those that repeat fast. */
  void drop(FlowRequest request, SwitchOutput output) {
    OfSwitch here = switches.of(request);
    boolean isWorth = false;
    if (here.take()) {
      try {
        isWorth = repeats(here, request);
      } finally {
        here.give();
      }
    }
    if (isWorth) {
      output.installDrop(request, dropping);
    } else {
      output.drop(request);
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
