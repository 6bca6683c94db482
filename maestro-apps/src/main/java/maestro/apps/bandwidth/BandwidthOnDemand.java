package maestro.apps.bandwidth;

import com.typesafe.config.Config;
import java.util.List;
import maestro.api.ApplicationContext;
import maestro.api.BadSettingException;
import maestro.api.CookieRange;
import maestro.api.FlowRequest;
import maestro.api.PublishedView;
import maestro.api.RequestStage;
import maestro.api.Stages;
import maestro.api.SwitchOutput;
import maestro.api.View;
import maestro.api.Vlans;
import maestro.api.Vlans.Egress;
import maestro.api.topology.Bandwidth;
import maestro.api.topology.HostLocations;
import maestro.apps.bandwidth.FlowPath.Hop;
import maestro.apps.bandwidth.LinkReservations.Reservation;
import maestro.apps.routing.RoutingTable;
import maestro.apps.settings.EntryTimeouts;
import maestro.apps.settings.ShippedApplication;

/**
 * Reserves bandwidth for each IPv4 flow on every link of a path, or drops the flow, as in section
 * 4.4 of the McNettle report. In a sequence it comes after host-location and before route-flow. For
 * each request:
 *
 * <ol>
 *   <li>Leave the packet to the next application if it is no IPv4, goes to a group, changes its tag
 *       on the way, or its source or destination is not known in its VLAN, or is on a segment. Such
 *       a packet has no bandwidth.
 *   <li>If the flow has a reservation, send the packet along the flow's path, and install the entry
 *       again that it should have matched.
 *   <li>A flow begins only at its source's port. A packet of no flow at another port is of one that
 *       has ended: drop.
 *   <li>Reserve along the first shortest path with enough free bandwidth: {@link LinkReservations}.
 *   <li>If there is none, drop the packet, and install an entry that drops the flow for a while.
 *   <li>Install the flow's entries, far end first, and send the packet after them.
 * </ol>
 *
 * <p>An operator may reserve bandwidth for all packets between two hosts by REST: {@link
 * ReservationPaths}. Other applications may do so, and for flows, by the view {@code bandwidth}:
 * {@link SharedBandwidth}. Such a reservation is a flow, too, perhaps with another key.
 *
 * <p>A meter of the first switch drops what is above a reservation that was asked for: {@link
 * ReservationMeters}. The bandwidth of other flows is accounted for, not enforced. {@link
 * ReservationMaintenance} ends flows. Allocates, as transactions and messages of openflowj do.
 */
public final class BandwidthOnDemand extends ShippedApplication {
  public BandwidthOnDemand() {
    super("bandwidth-on-demand", 4);
  }

  @Override
  public List<CookieRange> cookies() {
    return List.of(new CookieRange(Entries.COOKIE, Entries.COOKIE_MASK));
  }

  @Override
  public Stages start(ApplicationContext context) {
    Config config = context.config();
    View<RoutingTable> routes = context.reads("routing-table", RoutingTable.class);
    View<HostLocations> hosts = context.reads("hosts", HostLocations.class);
    LinkReservations reservations = new LinkReservations();
    reservations.reserve(List.of(), 0); // loads scala-stm now, so that no worker waits for it
    int idleSeconds = EntryTimeouts.seconds(config, "idle-timeout", 1);
    int refusedSeconds = EntryTimeouts.seconds(config, "refused-for");
    Entries entries = new Entries(context.switches(), idleSeconds, refusedSeconds);
    ReservedFlows flows = new ReservedFlows(reservations, entries, context.switches());
    context.reconcilesEntries(new FlowEntries(flows, entries));
    Ways ways = new Ways(routes, hosts, context.switches(), alternatives(config));
    ReservationMeters enforcement = new ReservationMeters(context, flows, entries);
    context.onRefused(enforcement::refused);
    AskedReservations asked =
        new AskedReservations(context, ways, reservations, flows, entries, enforcement);
    context.savesState(asked::toBytes);
    context.restoresState(asked::restore);
    PublishedView<Bandwidth> unused =
        context.publishes(
            "bandwidth", Bandwidth.class, new SharedBandwidth(context, reservations, ways, asked));
    ReservationPaths.declare(context, asked, flows, hosts);
    Stage stage =
        new Stage(
            routes,
            hosts,
            context.vlans(),
            new Rates(config),
            ways.alternatives(),
            reservations,
            flows,
            entries,
            refusedSeconds > 0);
    return Stages.batch(() -> stage)
        .andEvents(
            new ReservationMaintenance(
                context,
                routes,
                reservations,
                flows,
                entries,
                asked,
                enforcement,
                config.getBoolean("use-port-speed"),
                Rates.kbps(config, "link-rate")));
  }

  private static int alternatives(Config config) {
    int alternatives = config.getInt("alternatives");
    if (alternatives < 1 || alternatives > 64) {
      throw new BadSettingException("alternatives", alternatives, "1 to 64");
    }
    return alternatives;
  }

  /** Has no state of its own, so all workers share one. */
  private record Stage(
      View<RoutingTable> routes,
      View<HostLocations> hosts,
      Vlans vlans,
      Rates rates,
      int alternatives,
      LinkReservations reservations,
      ReservedFlows flows,
      Entries entries,
      boolean installsRefusals)
      implements RequestStage {
    @Override
    public void onRequest(FlowRequest request, SwitchOutput output) {
      HostLocations known = hosts.at(request);
      int vlan = vlans.vlanOf(request.datapathId(), request.inPort(), request.vlanId());
      if (!request.isIpv4() || request.isMulticast() || vlan == Vlans.DROP) { // 1
        return;
      }
      long source = known.locationOf(vlan, request.ethSrc());
      long target = known.locationOf(vlan, request.ethDst());
      RoutingTable table = routes.at(request);
      boolean isKnown =
          FlowPath.hasEndAt(table, known, source) && FlowPath.hasEndAt(table, known, target);
      if (!isKnown || !isTagged(known, source, vlan) || !isTagged(known, target, vlan)) { // 1
        return;
      }
      output.consume(request);
      FlowKey key = FlowKey.of(request);
      ReservedFlow flow = flowOf(key);
      Hop hop = flow == null ? null : flow.route().hopOf(request);
      boolean startsHere =
          known.datapathIdOf(source) == request.datapathId()
              && known.portOf(source) == request.inPort();
      if (hop != null) { // 2
        goOn(flow, hop, request, output);
      } else if (startsHere) {
        if (flow != null && !flow.isAsked()) {
          flows.end(flow);
        }
        begin(key, known.datapathIdOf(target), known.portOf(target), request, output);
      } else { // 3
        output.drop(request);
      }
    }

    /** The packet's own flow, or else the reservation for all packets between its hosts. */
    private ReservedFlow flowOf(FlowKey key) {
      ReservedFlow flow = flows.find(key);
      return flow != null || key.vlanId() >= 0
          ? flow
          : flows.find(FlowKey.between(key.ethSrc(), key.ethDst()));
    }

    /** Whether packets of a VLAN have the same tag at a host's port as between switches. */
    private boolean isTagged(HostLocations known, long location, int vlan) {
      return vlan == Vlans.UNTAGGED
          || vlans.egress(known.datapathIdOf(location), known.portOf(location), vlan)
              == Egress.TAGGED;
    }

    private void begin(
        FlowKey key, long targetId, int targetPort, FlowRequest request, SwitchOutput output) {
      RoutingTable table = routes.at(request);
      int from = table.topology().indexOf(request.datapathId());
      int to = table.topology().indexOf(targetId);
      List<FlowPath> ways =
          from < 0 || to < 0
              ? List.of()
              : FlowPath.shortest(table, from, request.inPort(), to, targetPort, alternatives);
      Reservation reservation = reservations.reserve(ways, rates.kbpsOf(request)); // 4
      ReservedFlow flow = reservation == null ? null : flows.begin(key, reservation);
      Hop hop = flow == null ? null : flow.route().hopOf(request);
      if (hop == null) {
        refuse(key, request, output);
        return;
      }
      List<Hop> hops = flow.route().hops();
      for (int i = hops.size() - 1; i > 0; i--) { // 6
        output.send(hops.get(i).datapathId(), entries.forward(flow, hops.get(i)));
      }
      goOn(flow, hop, request, output);
    }

    private void refuse(FlowKey key, FlowRequest request, SwitchOutput output) { // 5
      output.drop(request);
      if (installsRefusals) {
        long here = request.datapathId();
        output.send(here, entries.refuse(key, here, request.inPort()));
      }
    }

    private void goOn(ReservedFlow flow, Hop hop, FlowRequest request, SwitchOutput output) {
      output.send(hop.datapathId(), entries.forward(flow, hop));
      output.forward(request, hop.outPort());
      if (!flow.equals(flows.find(flow.key()))) { // it has ended meanwhile, so no entry may stay
        flow.route().hops().forEach(h -> output.send(h.datapathId(), entries.remove(flow, h)));
      }
    }
  }
}
