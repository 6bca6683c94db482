package maestro.control;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import maestro.Maestro;
import maestro.cluster.ClusterStatus;
import maestro.config.MaestroConfig.NamedMetrics;
import maestro.control.events.EventRing;
import maestro.control.events.Events;
import maestro.control.events.Watch;
import maestro.control.http.Answer;
import maestro.control.http.Endpoint;
import maestro.control.http.EndpointPaths;
import maestro.control.http.LazyEndpoint;
import maestro.control.http.Limits;
import maestro.control.http.Listeners;
import maestro.control.http.Shared;
import maestro.control.measure.LinkLoads;
import maestro.control.measure.PortReadings;
import maestro.control.measure.SwitchShares;
import maestro.control.measure.Times;
import maestro.control.metrics.ControllerMetrics;
import maestro.control.metrics.MetricsEndpoint;
import maestro.control.rest.ApplicationEndpoints;
import maestro.control.rest.Arrangement;
import maestro.control.rest.Changes;
import maestro.control.rest.ClusterEndpoints;
import maestro.control.rest.FlowAnswers;
import maestro.control.rest.Health;
import maestro.control.rest.HealthIssues;
import maestro.control.rest.LogLevels;
import maestro.control.rest.NetworkAnswers;
import maestro.control.rest.Operations;
import maestro.control.rest.Overview;
import maestro.control.rest.Overviews;
import maestro.control.rest.Paths;
import maestro.control.rest.PortAnswers;
import maestro.control.rest.StaticFlowEndpoints;
import maestro.control.rest.SwitchDetail;
import maestro.control.rest.SwitchJson;

/**
 * Everything that the control listener of a controller answers, wired together. {@code
 * docs/openapi.json} describes it. Confined to the control thread, once it serves.
 */
public final class Rest {
  /** The document, in the jar beside this class. */
  private static final String DOCUMENT = "openapi.json";

  private static final String APPLICATION = "/v1/apps/{application}/{path}";
  private static final int KEPT_EVENTS = 4096;
  private static final Duration HEARTBEAT = Duration.ofSeconds(15);

  private final SwitchShares shares;
  private final PortReadings readings;
  private final LinkLoads loads;
  private final ControllerMetrics metrics;
  private final List<Shared> measured;
  private final Overviews overviews;
  private final Listeners listeners;
  private final EventRing ring;
  private final Watch watch;
  private final EndpointPaths routes;
  private final EndpointPaths metricsRoutes;

  /** The number of the first event that the listeners were not told of. */
  private long untold;

  /** Whether a client has changed something that the listeners were not told of. */
  private boolean hasChanged;

  /**
   * Wires everything.
   *
   * @param control the control thread
   */
  Rest(
      Maestro maestro, Operations operations, NamedMetrics named, Limits limits, Executor control) {
    Health health = Health.of(maestro);
    shares = new SwitchShares(maestro.switches());
    readings = PortReadings.of(maestro, shares);
    loads = LinkLoads.of(maestro, shares, readings);
    metrics = new ControllerMetrics(maestro, shares, loads, readings, named);
    HealthIssues issues = new HealthIssues(maestro, shares, health);
    Times times = Times.now();
    ring = new EventRing(KEPT_EVENTS, times, times.mark());
    listeners = new Listeners(limits.listeners(), limits.taking(), HEARTBEAT);
    Events events = new Events(ring, listeners);
    watch = new Watch(maestro, shares, events);
    Overview overview = new Overview(maestro, shares, issues, times);
    NetworkAnswers network = new NetworkAnswers(maestro, loads);
    Shared status = new Shared(overview::status);
    Shared switches = new Shared(overview::switches);
    Shared workers = new Shared(overview::workers);
    Changes changes = new Changes(maestro, operations, this::changed, control);
    Arrangement arrangement = new Arrangement(maestro, operations, changes);
    ApplicationEndpoints ofApplications = new ApplicationEndpoints(maestro, changes, control);
    StaticFlowEndpoints staticFlows = new StaticFlowEndpoints(maestro, changes, control);
    ClusterEndpoints cluster = new ClusterEndpoints(maestro, changes, control);
    Shared links = new Shared(network::links);
    Shared hosts = new Shared(network::hosts);
    Shared together =
        new Shared(
            () ->
                Overview.together(
                    status.current(), workers.current(), switches.current(), ring.lastId()));
    Map<String, Supplier<Answer>> others = new LinkedHashMap<>();
    others.put("links", links::current);
    others.put("hosts", hosts::current);
    others.put("applications", arrangement::applications);
    overviews = new Overviews(together, others, listeners);
    measured = List.of(status, switches, workers, links, hosts);
    Endpoint scrape = new LazyEndpoint(() -> new MetricsEndpoint(metrics, System::nanoTime));
    metricsRoutes = withHealth(health).open("/metrics", scrape).build();
    routes =
        withHealth(health)
            .open("/", new Shared(Page::make))
            .read("/metrics", scrape)
            .read("/v1/openapi.json", new Shared(Rest::document))
            .read("/v1/overview", overviews)
            .read("/v1/status", status)
            .read("/v1/switches", switches)
            .read(
                "/v1/switches/{dpid}",
                new SwitchDetail(maestro, new SwitchJson(shares, times), control))
            .read("/v1/switches/{dpid}/flows", new FlowAnswers(maestro, control))
            .read("/v1/switches/{dpid}/ports", new PortAnswers(maestro, readings, times, control))
            .read("/v1/static-flows", staticFlows::all)
            .change("PUT", "/v1/static-flows", atActive(maestro, staticFlows::putAll))
            .change("DELETE", "/v1/static-flows", atActive(maestro, staticFlows::removeAll))
            .read("/v1/static-flows/{name}", staticFlows::one)
            .change("PUT", "/v1/static-flows/{name}", atActive(maestro, staticFlows::put))
            .change("DELETE", "/v1/static-flows/{name}", atActive(maestro, staticFlows::remove))
            .read("/v1/paths", new Paths(maestro))
            .read("/v1/workers", workers)
            .read("/v1/links", links)
            .read("/v1/hosts", hosts)
            .read("/v1/applications", question -> arrangement.applications())
            .read(APPLICATION, ofApplications.of("GET"))
            .change("POST", APPLICATION, atActive(maestro, ofApplications.of("POST")))
            .change("PUT", APPLICATION, atActive(maestro, ofApplications.of("PUT")))
            .change("DELETE", APPLICATION, atActive(maestro, ofApplications.of("DELETE")))
            .read("/v1/cluster", question -> cluster.status())
            .change("PUT", "/v1/cluster/move", cluster::move)
            .read("/v1/events", events)
            .read("/v1/config", question -> arrangement.config())
            .change("POST", "/v1/reload", changes::reload)
            .change("PUT", "/v1/switches/{dpid}/weight", changes::weight)
            .change("PUT", "/v1/switches/{dpid}/rate-limit", changes::rateLimit)
            .change("PUT", "/v1/delay-bound", changes::delayBound)
            .change("PUT", "/v1/role", changes::role)
            .change("PUT", "/v1/log-level", new LogLevels(changes))
            .build();
  }

  /**
   * Refuses what would not last: the other members of a cluster get flows and the state of
   * applications from the active one.
   */
  private static Endpoint atActive(Maestro maestro, Endpoint endpoint) {
    return question -> {
      Optional<String> active =
          maestro.cluster().filter(each -> !each.isActive()).map(ClusterStatus::active);
      if (active.isPresent()) {
        return Answer.problem(
            409,
            "Conflict",
            "member %s is active, and this one is not: change it there; it comes here by itself"
                .formatted(active.get()));
      }
      return endpoint.answer(question);
    };
  }

  private void changed() {
    shares.weigh();
    measured.forEach(Shared::outdated);
    overviews.changed();
    hasChanged = true;
  }

  private static EndpointPaths.Builder withHealth(Health health) {
    return new EndpointPaths.Builder()
        .open("/healthz", question -> health.health())
        .open("/readyz", question -> health.readiness());
  }

  EndpointPaths routes() {
    return routes;
  }

  /** What the listener for metrics alone answers, to anybody. */
  EndpointPaths metricsRoutes() {
    return metricsRoutes;
  }

  /** Measures; to be called once a second. */
  public void everySecond() {
    shares.sample(System.nanoTime());
    metrics.sample(System.nanoTime());
    readings.everySecond(System.nanoTime());
    loads.everySecond();
    measured.forEach(Shared::outdated);
    overviews.outdated();
    watch.everySecond();
    tell();
  }

  /** Tells what has happened; to be called some times a second. */
  void often() {
    watch.often();
    if (hasChanged || ring.next() != untold) {
      tell();
    }
  }

  private void tell() {
    hasChanged = false;
    untold = ring.next();
    listeners.pump(System.nanoTime());
  }

  private static Answer document() {
    try (InputStream in = Rest.class.getResourceAsStream(DOCUMENT)) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      return new Answer(200, "application/json", text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
