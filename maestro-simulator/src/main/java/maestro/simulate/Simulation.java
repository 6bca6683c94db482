package maestro.simulate;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import maestro.config.MaestroConfig;
import maestro.emulator.engine.plan.ArrivalLaw;
import maestro.emulator.engine.plan.RateSteps;
import maestro.emulator.report.DelaySummary;
import maestro.emulator.report.RunResult.DelayPoint;
import maestro.emulator.scenario.Arrivals;
import maestro.emulator.scenario.LoadMode;
import maestro.emulator.scenario.ReplayFile;
import maestro.emulator.scenario.Scenario;
import maestro.emulator.scenario.ScenarioException;
import maestro.emulator.scenario.SwitchRates;
import maestro.emulator.scenario.Unsent;
import maestro.emulator.topology.SwitchTopology;
import maestro.emulator.topology.TopologyException;
import maestro.simulate.costs.Costs;
import org.HdrHistogram.Histogram;

/**
 * One scenario against one strategy with a number of workers, in virtual time. Used once, by one
 * thread.
 */
public final class Simulation {
  private static final long WINDOW_NS = 100_000_000;
  private static final double NS_PER_SECOND = 1e9;

  /** The emulator's: so much of one switch leaves before the next one has its turn. */
  private static final int WRITE_BYTES = 62 * 1024;

  /** Under full load a switch has its socket's buffer full, and as much behind it. */
  private static final int BUFFERS = 2;

  /**
   * The relative variation of the distance of two probes, so that probes do not fall into step with
   * other events.
   */
  private static final double PROBE_JITTER = 0.5;

  private final Scenario scenario;
  private final MaestroConfig config;
  private final Settings settings;
  private final Costs costs;
  private final Engine engine;
  private final List<VirtualSwitch> switches = new ArrayList<>();

  /** What each switch wants to send, whether a load thread has had time for it or not. */
  private final List<Source> sources = new ArrayList<>();

  private final List<double[]> rates = new ArrayList<>();
  private final SimulatedController controller;
  private TimedSource probe;

  /**
   * The settings that a scenario does not have.
   *
   * @param cores that workers, the strategy's threads and the load share; 0 gives each thread its
   *     own, and the load needs none
   * @param inOrder whether a switch is claimed until its requests were handled
   * @param warmUpNs virtual time that is not measured
   * @param measureNs virtual time that is measured
   * @param probesPerSecond the rate of the probing switch; higher than in the emulator, since
   *     virtual time is short
   * @param socketBytes of each socket's receive buffer
   * @param seed the seed of all random numbers
   */
  public record Settings(
      int cores,
      boolean inOrder,
      long warmUpNs,
      long measureNs,
      double probesPerSecond,
      int socketBytes,
      long seed) {}

  private Simulation(Scenario scenario, MaestroConfig config, Settings settings, Costs costs)
      throws ScenarioException {
    this.scenario = scenario;
    this.config = config;
    this.settings = settings;
    this.costs = costs;
    int cores = settings.cores() == 0 ? Integer.MAX_VALUE : settings.cores();
    engine = new Engine(costs.kernel(), cores, settings.seed());
    controller =
        new SimulatedController(engine, costs, config, settings.inOrder(), settings.socketBytes());
    SwitchTopology topology = topology();
    readRates(topology);
    connect(topology.switchCount());
  }

  /**
   * Runs a scenario. When its rates are relative, a short run at full load comes first.
   *
   * @param config the controller's: strategy, workers, batching
   * @throws ScenarioException when a file that the scenario names changed since it was loaded
   */
  public static SimulatedRun run(
      Scenario scenario, MaestroConfig config, Settings settings, Costs costs)
      throws ScenarioException {
    Scenario absolute = scenario;
    if (scenario.needsCapacity()) {
      Scenario full = scenario.asCapacityProbe(scenario.durations());
      SimulatedRun capacity = new Simulation(full, config, settings, costs).run();
      absolute = scenario.resolve(capacity.throughputRequestsPerSecond());
    }
    return new Simulation(absolute, config, settings, costs).run();
  }

  private SwitchTopology topology() throws ScenarioException {
    try {
      return scenario.network().topology();
    } catch (TopologyException e) {
      throw new ScenarioException(e.getMessage());
    }
  }

  /** Requests a second of each switch in each step. */
  private void readRates(SwitchTopology topology) throws ScenarioException {
    if (scenario.load() == LoadMode.RATE && !scenario.replays()) {
      double[] shares = SwitchRates.shares(scenario.shape(), topology.degrees());
      for (Scenario.Step step : scenario.schedule()) {
        double total = step.rate().value();
        rates.add(Arrays.stream(shares).map(share -> share * total).toArray());
      }
    }
  }

  private void connect(int count) throws ScenarioException {
    Random random = new Random(settings.seed());
    int requestBytes =
        scenario.packets().frameSizeBytes() + (scenario.openflow().wireVersion() == 1 ? 18 : 42);
    SimulatedLoadThread load =
        settings.cores() == 0
            ? null
            : new SimulatedLoadThread(engine, costs.load(), WRITE_BYTES / requestBytes);
    long[][] listed =
        scenario.replays()
            ? ReplayFile.read(Path.of(scenario.shape().arrivals().file()), count)
            : new long[0][];
    for (int i = 0; i < count; i++) {
      Source source = source(i, requestBytes, listed, random);
      sources.add(source);
      int weight = (int) Math.round(scenario.weight(i));
      switches.add(
          load == null
              ? new VirtualSwitch(i, weight, source, controller.sockets(), requestBytes)
              : fed(load.feed(source), i, weight, requestBytes));
    }
    switches.forEach(controller::join);
    if (scenario.probing().enabled()) {
      double distanceNs = NS_PER_SECOND / settings.probesPerSecond();
      probe =
          new TimedSource(
              () -> distanceNs * (1 - PROBE_JITTER + 2 * PROBE_JITTER * random.nextDouble()),
              settings.warmUpNs());
      controller.join(new VirtualSwitch(count, 1, probe, controller.sockets(), requestBytes));
    }
    controller.start();
    if (load != null) {
      engine.start(load, 0);
    }
  }

  private VirtualSwitch fed(SimulatedLoadThread.Fed fed, int number, int weight, int requestBytes) {
    VirtualSwitch member =
        new VirtualSwitch(number, weight, fed, controller.sockets(), requestBytes);
    fed.of(member);
    return member;
  }

  private Source source(int index, int requestBytes, long[][] listed, Random random) {
    return switch (scenario.load()) {
      case MAX -> new WindowSource(fitting(requestBytes));
      case PING_PONG -> new WindowSource(1);
      case RATE -> {
        Source planned =
            planned(listed.length > 0 ? RateSteps.listed(listed[index]) : steps(index, random));
        yield scenario.shape().unsent() == Unsent.DROPPED
            ? new RefusingSource(planned, fitting(requestBytes))
            : planned;
      }
    };
  }

  /** So many requests of a switch wait at most. */
  private int fitting(int requestBytes) {
    int limit = scenario.outstandingLimit();
    return limit > 0 ? limit : Math.max(1, BUFFERS * settings.socketBytes() / requestBytes);
  }

  private Source planned(RateSteps plan) {
    if (scenario.shape().arrivals().kind() != Arrivals.Kind.EVEN) {
      return new PlannedSource(plan.times(settings.warmUpNs(), 0));
    }
    long[] fromNs = new long[plan.atNs().length];
    Arrays.setAll(fromNs, i -> i == 0 ? 0 : settings.warmUpNs() + plan.atNs()[i]);
    return new EvenSource(fromNs, plan.requestsPerSecond(), plan.phase());
  }

  private RateSteps steps(int index, Random random) {
    long[] atNs = new long[rates.size()];
    double[] perSecond = new double[rates.size()];
    for (int step = 0; step < atNs.length; step++) {
      atNs[step] = scenario.schedule().get(step).atNs();
      perSecond[step] = rates.get(step)[index];
    }
    ArrivalLaw law = new ArrivalLaw(scenario.shape().arrivals(), random.nextLong());
    return new RateSteps(atNs, perSecond, random.nextDouble(), law, null);
  }

  private SimulatedRun run() {
    passUntil(settings.warmUpNs());
    double[] weights = new double[switches.size()];
    Arrays.setAll(weights, scenario::weight);
    boolean isPlanned = scenario.load() == LoadMode.RATE;
    Measurement measured = new Measurement(weights, isPlanned, engine.nowNs(), counts());
    final double workedNs = controller.workersBusyNs();
    final double helpedNs = controller.helperBusyNs();
    final Engine.Spent earlier = engine.spent();
    for (long atNs = 0; atNs < settings.measureNs(); atNs += WINDOW_NS) {
      passUntil(settings.warmUpNs() + Math.min(atNs + WINDOW_NS, settings.measureNs()));
      measured.window(engine.nowNs(), counts(), controller.thresholds());
    }
    Engine.Spent spent = engine.spent();
    double perRequest = 1 / Math.max(1, measured.answeredRequests());
    int workers = config.distribution().workerCount();
    return new SimulatedRun(
        config.distribution().strategy().text(),
        workers,
        settings.seed(),
        measured.answeredRequestsPerSecond(),
        measured.refusedRequestsPerSecond(),
        measured.fairness().deviation(),
        measured.fairness().filledOnce(),
        measured.fairness().worstWindow(),
        measured.fairness().jain(),
        probing(),
        probe == null ? List.of() : DelayPoint.of(probe.delays()),
        (controller.workersBusyNs() - workedNs) / settings.measureNs() / workers,
        (controller.helperBusyNs() - helpedNs) / settings.measureNs(),
        (spent.kernelNs() - earlier.kernelNs()) * perRequest,
        (spent.stageNs() - earlier.stageNs()) * perRequest,
        (spent.memoryNs() - earlier.memoryNs()) * perRequest,
        measured.switches(),
        measured.timeline());
  }

  /** Advances time, with a tick of the conductor ten times a second. */
  private void passUntil(long endNs) {
    for (long atNs = engine.nowNs(); atNs < endNs; atNs = engine.nowNs()) {
      engine.runUntil(Math.min(endNs, (atNs / WINDOW_NS + 1) * WINDOW_NS));
      controller.tick();
    }
  }

  private Measurement.Counts counts() {
    long nowNs = engine.nowNs();
    return new Measurement.Counts(
        sources.stream()
            .mapToDouble(each -> each.arrivedBy(nowNs) + each.refusedBy(nowNs))
            .toArray(),
        sources.stream().mapToDouble(each -> each.refusedBy(nowNs)).toArray(),
        switches.stream().mapToLong(VirtualSwitch::answered).toArray());
  }

  private DelaySummary probing() {
    if (probe == null || probe.delays().getTotalCount() == 0) {
      return DelaySummary.UNKNOWN;
    }
    Histogram delays = probe.delays();
    return new DelaySummary(
        delays.getMean(),
        delays.getValueAtPercentile(50),
        delays.getValueAtPercentile(99),
        delays.getMaxValue(),
        delays.getTotalCount());
  }

  /**
   * Checks that the requests that have arrived equal those answered plus those that wait. For
   * tests.
   */
  static List<VirtualSwitch> switchesAfter(
      Scenario scenario, MaestroConfig config, Settings settings, Costs costs)
      throws ScenarioException {
    Simulation simulation = new Simulation(scenario, config, settings, costs);
    simulation.run();
    return simulation.switches;
  }
}
