package maestro.apps.security;

import java.util.List;
import java.util.function.Supplier;
import maestro.api.ApplicationContext;
import maestro.api.CookieRange;
import maestro.api.FlowRequest;
import maestro.api.RequestStage;
import maestro.api.Stages;
import maestro.api.SwitchLocal;
import maestro.api.SwitchOutput;
import maestro.api.topology.Topology;
import maestro.apps.settings.ShippedApplication;

/**
 * Counts the requests from each port and their source addresses, and blocks a port for a time when
 * there are too many: the external trigger of section 3.1 of the Maestro paper. It is the first
 * application of a sequence.
 *
 * <ol>
 *   <li>The stage counts. That costs a request a few nanoseconds and no allocation.
 *   <li>A background task reads the counters, and blocks ports: {@link PortRateMonitor}.
 *   <li>Requests from a blocked port that are still under way are dropped, and no later application
 *       sees them.
 * </ol>
 */
public final class SecurityMonitor extends ShippedApplication {
  public SecurityMonitor() {
    super("security-monitor", 1);
  }

  @Override
  public List<CookieRange> cookies() {
    return List.of(CookieRange.of(PortRateMonitor.COOKIE.getValue()));
  }

  @Override
  public Stages start(ApplicationContext context) {
    PortLimits limits = PortLimits.of(context.config());
    Supplier<Topology> topology =
        limits.onlyHostPorts()
            ? context.reads("topology", Topology.class)::now
            : () -> Topology.EMPTY;
    long windowNs = limits.interval().toNanos();
    SwitchLocal<SwitchCounters> counters =
        context.switchLocal(info -> new SwitchCounters(windowNs));
    PortRateMonitor monitor =
        new PortRateMonitor(
            limits, context.switches(), counters, topology, context.clock().getAsLong());
    context.backgroundEvery(
        "watch", // 2
        limits.interval(),
        () -> monitor.check(context.clock().getAsLong()));
    return Stages.batch(() -> new Stage(counters));
  }

  private record Stage(SwitchLocal<SwitchCounters> counters) implements RequestStage {
    @Override
    public void onRequest(FlowRequest request, SwitchOutput output) {
      PortCounters port = counters.of(request).of(request.inPort(), request.nowNs());
      port.count(request.ethSrc(), request.nowNs()); // 1
      if (port.isBlocked()) { // 3
        output.drop(request);
        output.consume(request);
      }
    }
  }
}
