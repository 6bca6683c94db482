package maestro.apps.storm;

import java.util.function.LongSupplier;
import java.util.function.Supplier;
import maestro.api.ApplicationContext;
import maestro.api.BatchStage;
import maestro.api.EventStage;
import maestro.api.FlowBatch;
import maestro.api.FlowRequest;
import maestro.api.ReceivedFrame;
import maestro.api.Stages;
import maestro.api.SwitchInfo;
import maestro.api.SwitchLocal;
import maestro.api.SwitchOutput;
import maestro.api.topology.Topology;
import maestro.apps.settings.ShippedApplication;
import org.projectfloodlight.openflow.protocol.OFFlowRemoved;

/**
 * Finds ports that send more than is allowed to groups or to unknown destinations, logs them and
 * bounds them. It is the last application of a sequence on flow requests:
 *
 * <ol>
 *   <li>The stage counts the requests that are for many, by port: {@link PortTraffic}. A request
 *       that is answered by an entry to one port costs nothing here.
 *   <li>Broadcasts that entries of other applications forward do not come as requests. The
 *       FLOW_REMOVED of such an entry has their number, so this application also runs on
 *       flow-removed.
 *   <li>The stage reports an excess to the event thread, which polls for reports: {@link Storms}.
 *   <li>Without discovery, probes tell which ports are links. They come back on lldp.
 * </ol>
 */
public final class StormControl extends ShippedApplication {
  /** Null for the controller's. */
  private final LongSupplier givenClock;

  /** Makes the application with the controller's clock. */
  public StormControl() {
    this(null);
  }

  StormControl(LongSupplier clock) {
    super("storm-control", 3);
    this.givenClock = clock;
  }

  @Override
  public Stages start(ApplicationContext context) {
    LongSupplier clock = givenClock == null ? context.clock() : givenClock;
    StormSettings settings = StormSettings.of(context.config());
    Supplier<Topology> topology =
        settings.onlyHostPorts()
            ? context.reads("topology", Topology.class)::now
            : () -> Topology.EMPTY;
    SwitchLocal<SwitchTraffic> traffic =
        context.switchLocal(
            info -> SwitchTraffic.of(info.datapathId(), settings.maxFramesPerSecond()));
    LinkChecks checks = settings.onlyHostPorts() ? null : checks(context, clock);
    Storms storms = new Storms(context, settings, traffic, topology, checks, clock);
    return Stages.batch(() -> new Stage(traffic, storms))
        .andEvents(checks == null ? storms : new EventsWithLldp(storms));
  }

  /** Null when probes would never come back, so that each link would be taken for a host's port. */
  private static LinkChecks checks(ApplicationContext context, LongSupplier clock) {
    if (context.runsOn("lldp")) {
      return new LinkChecks(context, clock);
    }
    StormLog.noProbes();
    return null;
  }

  /** The event stage where probes are sent; with discovery the application needs no LLDP. */
  private record EventsWithLldp(Storms storms) implements EventStage {
    @Override
    public void onFlowRemoved(SwitchInfo info, OFFlowRemoved message) {
      storms.onFlowRemoved(info, message);
    }

    @Override
    public void onSwitchLeft(SwitchInfo info) {
      storms.onSwitchLeft(info);
    }

    @Override
    public void onLldp(ReceivedFrame frame) {
      storms.heard(frame);
    }
  }

  private record Stage(SwitchLocal<SwitchTraffic> traffic, Storms storms) implements BatchStage {
    @Override
    public void onBatch(FlowBatch batch, SwitchOutput output) {
      while (batch.nextMultiDestination()) {
        FlowRequest request = batch.request();
        PortTraffic counted = traffic.of(request).of(request.isMulticast()).of(request.inPort());
        if (counted.count(request.ethSrc(), request.ethDst(), request.nowNs())) { // 1
          storms.tell(counted); // 3
        }
      }
    }
  }
}
