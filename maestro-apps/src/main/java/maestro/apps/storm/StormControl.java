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
 * Names ports that send more than they may to groups or to destinations that nobody knows, and
 * bounds them. It stands last in a sequence on flow requests:
 *
 * <ol>
 *   <li>The stage counts what is for many, by port: {@link Traffic}. What is answered by an entry
 *       to one port costs nothing here.
 *   <li>Broadcasts that other applications have installed entries for come as no requests. Their
 *       entries tell how many they were when they go; so it runs on flow-removed, too.
 *   <li>What is too much is told to the event thread, which looks for it often: {@link Storms}.
 * </ol>
 */
public final class StormControl implements Application {
  private final LongSupplier clock;

  /** With the time of the system. */
  public StormControl() {
    this(System::nanoTime);
  }

  StormControl(LongSupplier clock) {
    this.clock = clock;
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
    Settings settings = Settings.of(context.config());
    Supplier<Topology> topology =
        settings.onlyHostPorts()
            ? context.reads("topology", Topology.class)::now
            : () -> Topology.EMPTY;
    Storms storms = new Storms(context, settings, topology, clock);
    SwitchLocal<SwitchTraffic> traffic = context.switchLocal(storms::trafficOf);
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
