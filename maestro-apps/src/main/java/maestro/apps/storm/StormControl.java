package maestro.apps.storm;

import java.util.function.LongSupplier;
import java.util.function.Supplier;
import maestro.api.Application;
import maestro.api.ApplicationContext;
import maestro.api.BatchStage;
import maestro.api.FlowBatch;
import maestro.api.FlowRequest;
import maestro.api.Stages;
import maestro.api.SwitchLocal;
import maestro.api.SwitchOutput;
import maestro.api.topology.Topology;

/**
 * Finds ports that send more than is allowed to groups or to unknown destinations, logs them and
 * bounds them. It is the last application of a sequence on flow requests:
 *
 * <ol>
 *   <li>The stage counts the requests that are for many, by port: {@link Traffic}. A request that
 *       is answered by an entry to one port costs nothing here.
 *   <li>Broadcasts that entries of other applications forward do not come as requests. The
 *       FLOW_REMOVED of such an entry has their number, so this application also runs on
 *       flow-removed.
 *   <li>The stage reports an excess to the event thread, which polls for reports: {@link Storms}.
 * </ol>
 */
public final class StormControl implements Application {
  /** Null for the controller's. */
  private final LongSupplier givenClock;

  /** Makes the application with the controller's clock. */
  public StormControl() {
    this(null);
  }

  StormControl(LongSupplier clock) {
    this.givenClock = clock;
  }

  @Override
  public String name() {
    return "storm-control";
  }

  @Override
  public String version() {
    return "1.0";
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
    Storms storms = new Storms(context, settings, traffic, topology, clock);
    return Stages.batch(() -> new Stage(traffic, storms)).andEvents(storms);
  }

  private record Stage(SwitchLocal<SwitchTraffic> traffic, Storms storms) implements BatchStage {
    @Override
    public void onBatch(FlowBatch batch, SwitchOutput output) {
      while (batch.nextForMany()) {
        FlowRequest request = batch.request();
        SwitchTraffic.OfPort port = traffic.of(request).ports().of(request.inPort());
        Traffic counted = request.isMulticast() ? port.groups() : port.unknown();
        if (counted.count(request.ethSrc(), request.ethDst(), request.nowNs())) { // 1
          storms.tell(counted); // 3
        }
      }
    }
  }
}
