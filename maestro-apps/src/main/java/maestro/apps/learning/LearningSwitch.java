package maestro.apps.learning;

import com.typesafe.config.Config;
import java.util.List;
import maestro.api.ApplicationContext;
import maestro.api.CookieRange;
import maestro.api.EntryCheck;
import maestro.api.FlowBatch;
import maestro.api.FlowOptions;
import maestro.api.FlowRequest;
import maestro.api.RequestStage;
import maestro.api.Stages;
import maestro.api.SwitchLocal;
import maestro.api.SwitchOutput;
import maestro.api.Vlans;
import maestro.apps.flood.FloodEntries;
import maestro.apps.packets.Addresses;
import maestro.apps.places.PlaceChanges;
import maestro.apps.places.SentEntries;
import maestro.apps.ports.PhysicalPorts;
import maestro.apps.ports.RememberedPorts;
import maestro.apps.settings.EntryTimeouts;
import maestro.apps.settings.ShippedApplication;
import maestro.apps.vlan.SwitchVlans;
import maestro.apps.vlan.TagOptions;

/**
 * An Ethernet switch that learns the ports of hosts, like the one in section 3.1 of the Maestro
 * paper. For each request:
 *
 * <ol>
 *   <li>Drop packets to addresses that bridges must not forward (01:80:c2:00:00:00 to 0f: spanning
 *       tree, LLDP), and packets of a VLAN that their port does not carry.
 *   <li>Learn that the source is at the port by which the packet came in. A group address is never
 *       a source. The same address in two VLANs is two hosts.
 *   <li>A host that was at another port has moved: remove the flow entries that send to its old
 *       port. The entries to the same address in other VLANs are removed with them, and their
 *       packets ask again.
 *   <li>A group address or an unknown destination: flood the VLAN. What repeats fast is flooded by
 *       a flow entry ({@link Flooding}), until the destination is learned.
 *   <li>A destination at a port that is down or gone by now counts as unknown, so it is found when
 *       it has moved. So does one at a port whose number another port has got: {@link
 *       PhysicalPorts}. The platform has the entries to a port that is down or gone removed.
 *   <li>A destination at the port by which the packet came in: drop, unless it is one of the {@code
 *       hairpin-ports}.
 *   <li>Otherwise install a flow entry with an idle timeout, and send the packet after it.
 *   <li>A packet to be flooded whose source was flooded a moment ago from another port, which is
 *       up, has come back in a loop, or its host has moved just now: drop it, and have the loop
 *       looked for. So nothing circles before {@link LoopGuard} has found which port to close.
 *       Packets that come in by a closed port are dropped. Both need the trigger {@code lldp}.
 * </ol>
 *
 * <p>Each switch has its own table of hosts and {@link SwitchVlans}. In order, one worker at a time
 * has claimed the switch, and a {@link HostTable} needs no lock. With {@code ordering = none} it is
 * a {@link SharedHostTable}: of two places of a host, that of the packet which the switch has sent
 * later stays, and {@link SentEntries} removes what has become wrong before it was sent.
 */
public final class LearningSwitch extends ShippedApplication {
  public LearningSwitch() {
    super("learning-switch", 1);
  }

  @Override
  public List<CookieRange> cookies() {
    return List.of(
        CookieRange.of(FlowOptions.DEFAULT_COOKIE),
        CookieRange.of(FloodEntries.OF_LEARNING_SWITCH));
  }

  @Override
  public Stages start(ApplicationContext context) {
    Config config = context.config();
    HostTableSettings tables = HostTableSettings.of(config);
    FlowOptions options =
        FlowOptions.timeouts(
            EntryTimeouts.seconds(config, "idle-timeout"),
            EntryTimeouts.seconds(config, "hard-timeout"));
    Vlans vlans = context.vlans();
    TagOptions tagged = new TagOptions(vlans, options);
    RememberedPorts ports = new RememberedPorts(context.switches());
    PlaceChanges changes = new PlaceChanges();
    LoopGuard loops = new LoopGuard(context, changes);
    SwitchLocal<KnownSwitch> switches =
        context.switchShared(
            info ->
                new KnownSwitch(
                    info,
                    () -> tables.newTable(context.inOrder()),
                    ports.join(info.datapathId()),
                    new SwitchVlans(
                        info, context.switches(), vlans, options, tagged, changes::happened),
                    loops));
    LearnedEntries entries = new LearnedEntries();
    EntryCheck check = context.reconcilesEntries(switches, entries);
    entries.checkedBy(check);
    loops.checkedBy(check);
    Flooding flooding = Flooding.of(context);
    FullTables full = new FullTables(context, tables.tableSize());
    boolean isGuarded = context.runsOn("lldp");
    Stages stages =
        Stages.batch(
            () ->
                new Stage(
                    switches,
                    flooding,
                    full,
                    changes,
                    new SentEntries(context, changes),
                    isGuarded ? loops : null));
    return isGuarded ? stages.andEvents(loops) : stages;
  }

  /** The stage of one worker. */
  private static final class Stage implements RequestStage {
    private final SwitchLocal<KnownSwitch> switches;
    private final Flooding flooding;
    private final FullTables full;
    private final PlaceChanges changes;
    private final SentEntries sent;

    /** Null when no probe would come back. */
    private final LoopGuard loops;

    private final HostPrefetch prefetch;

    Stage(
        SwitchLocal<KnownSwitch> switches,
        Flooding flooding,
        FullTables full,
        PlaceChanges changes,
        SentEntries sent,
        LoopGuard loops) {
      this.switches = switches;
      this.flooding = flooding;
      this.full = full;
      this.changes = changes;
      this.sent = sent;
      this.loops = loops;
      this.prefetch = new HostPrefetch(switches);
    }

    @Override
    public void onBatch(FlowBatch batch, SwitchOutput output) {
      prefetch.fetch(batch);
      sent.begin();
      RequestStage.super.onBatch(batch, output);
    }

    @Override
    public void afterWrite(SwitchOutput output) {
      sent.written(output);
    }

    @Override
    public void onRequest(FlowRequest request, SwitchOutput output) {
      long destination = request.ethDst();
      if (Addresses.isReserved(destination)) { // 1
        output.drop(request);
        return;
      }
      KnownSwitch known = switches.of(request);
      known.ports().refresh(request.nowNs());
      int vlan = known.vlans().enter(request, output);
      if (vlan == Vlans.DROP) { // 1
        output.drop(request);
        return;
      }
      LearnedHosts hosts = known.hosts();
      if (known.isClosed(request.inPort())) { // 8
        flooding.drop(request, output);
        return;
      }
      long source = request.ethSrc();
      int inPort = known.ports().idOf(request.inPort());
      if (!Addresses.isGroup(source)) { // 2
        int before = hosts.learn(Vlans.hostKey(vlan, source), inPort, request.nowNs());
        if (before == LearnedHosts.UNKNOWN) { // 4
          flooding.learned(request, vlan, output);
        } else if (before != inPort && isBack(request, vlan, known, before)) { // 8
          hosts.learn(Vlans.hostKey(vlan, source), before, request.nowNs());
          flooding.drop(request, output);
          return;
        } else if (before != inPort) { // 3
          changes.happened();
          output.removeFlowsTo(request, source);
        }
      }
      long host = Vlans.hostKey(vlan, destination);
      int port = request.isMulticast() ? LearnedHosts.UNKNOWN : hosts.portOf(host, request.nowNs());
      int number = port == LearnedHosts.UNKNOWN ? PhysicalPorts.NONE : known.ports().numberOf(port);
      if (number == PhysicalPorts.NONE) { // 4, 5
        full.check(request.datapathId(), hosts);
        flooding.flood(request, vlan, known.vlans(), output);
      } else if (port == inPort && !flooding.goesBack(request)) { // 6
        output.drop(request);
      } else { // 7
        sent.add(known, host, port, request.nowNs());
        known.vlans().installAndForward(request, vlan, number, output);
      }
    }

    /** Whether the packet of a host that was at another port has come back in a loop. */
    private boolean isBack(FlowRequest request, int vlan, KnownSwitch known, int before) {
      if (loops == null || known.ports().numberOf(before) == PhysicalPorts.NONE) {
        return false;
      }
      long destination = Vlans.hostKey(vlan, request.ethDst());
      int port = known.hosts().portOf(destination, request.nowNs());
      boolean isFlooded =
          request.isMulticast() || known.ports().numberOf(port) == PhysicalPorts.NONE;
      if (!isFlooded || !flooding.hasFlooded(request, vlan)) {
        return false;
      }
      loops.suspect();
      return true;
    }
  }
}
