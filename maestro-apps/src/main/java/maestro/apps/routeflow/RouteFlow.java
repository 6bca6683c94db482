package maestro.apps.routeflow;

import com.typesafe.config.Config;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import maestro.api.ApplicationContext;
import maestro.api.BadSettingException;
import maestro.api.CookieRange;
import maestro.api.FlowOptions;
import maestro.api.Stages;
import maestro.api.View;
import maestro.api.topology.HostLocations;
import maestro.apps.flood.FloodEntries;
import maestro.apps.flood.Repetitions;
import maestro.apps.ports.HairpinPorts;
import maestro.apps.routing.RoutingTable;
import maestro.apps.settings.EntryTimeouts;
import maestro.apps.settings.ShippedApplication;

/**
 * Routes flows through a network of switches: the route-flow application of section 3.1 of the
 * Maestro paper. {@link RouteStage} answers flow requests, on the workers. On the event thread,
 * {@link FlowRepair} removes entries that are wrong after the network has changed, and {@link
 * PathEntries} judges the entries that a switch shows. Workers and event thread share only the
 * views, and the cookie that marks the entries of this application.
 */
public final class RouteFlow extends ShippedApplication {
  /** "route-fl" in ASCII. */
  static final long COOKIE = 0x726f_7574_652d_666cL;

  private static final int MOST_WAITING = 1_000_000;

  /** Null for the controller's. */
  private final LongSupplier givenClock;

  /** Makes the application with the controller's clock. */
  public RouteFlow() {
    this(null);
  }

  RouteFlow(LongSupplier clock) {
    super("route-flow", 4);
    this.givenClock = clock;
  }

  @Override
  public List<CookieRange> cookies() {
    return List.of(CookieRange.of(COOKIE), CookieRange.of(FloodEntries.OF_ROUTE_FLOW));
  }

  @Override
  public Stages start(ApplicationContext context) {
    LongSupplier clock = givenClock == null ? context.clock() : givenClock;
    Config config = context.config();
    FlowOptions options =
        new FlowOptions(
            EntryTimeouts.seconds(config, "idle-timeout"),
            EntryTimeouts.seconds(config, "hard-timeout"),
            FlowOptions.DEFAULT_PRIORITY,
            false,
            COOKIE);
    View<RoutingTable> tables = context.reads("routing-table", RoutingTable.class);
    View<HostLocations> hosts = context.reads("hosts", HostLocations.class);
    RouteVlans vlans = new RouteVlans(context.vlans(), options, context::later);
    FlowRemovals removals = new FlowRemovals(context, vlans);
    vlans.onFirstTag(removals::ofWide);
    PathSetup setup = setup(context, tables, vlans);
    PathEntries entries = new PathEntries(tables, hosts, vlans);
    int broadcastSeconds = Repetitions.timeoutSeconds(config);
    RecentHosts paths = new RecentHosts(clock.getAsLong());
    Duration lives = TreeEntries.lives(broadcastSeconds);
    TreeDestinations destinations =
        new TreeDestinations(context, tables, entries, paths, lives, clock);
    entries.onTree(host -> destinations.find(host) != null);
    TreeEntries treeEntries = new TreeEntries(context, destinations, lives, clock);
    TreeFloods treeFloods =
        new TreeFloods(
            context.switchLocal(info -> new Repetitions(broadcastSeconds)),
            FloodEntries.options(broadcastSeconds, FloodEntries.OF_ROUTE_FLOW),
            treeEntries,
            destinations);
    FloodedFrames flooded = new FloodedFrames();
    HairpinPorts hairpins = HairpinPorts.of(config);
    return Stages.batch(
            () -> new RouteStage(tables, hosts, vlans, setup, treeFloods, flooded, paths, hairpins))
        .andEvents(new FlowRepair(context, tables, entries, removals, treeEntries));
  }

  /** The configured choice of when a packet is sent on. */
  private static PathSetup setup(
      ApplicationContext context, View<RoutingTable> tables, RouteVlans vlans) {
    Config config = context.config();
    int waiting = config.getInt("waiting-packets");
    if (waiting < 1 || waiting > MOST_WAITING) {
      throw new BadSettingException("waiting-packets", waiting, "1 to " + MOST_WAITING);
    }
    String release = config.getString("release");
    return switch (release) {
      case "at-once" -> new PathSetup.AtOnce(vlans);
      case "confirmed" -> new ConfirmedPathSetup(context.switches(), tables, vlans, waiting);
      default -> throw new BadSettingException("release", release, "at-once, confirmed");
    };
  }
}
