package maestro.simulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import maestro.config.MaestroConfig;
import maestro.emulator.engine.LoadPlan;
import maestro.emulator.report.FairnessMeter;
import maestro.emulator.report.RunResult.DelaySummary;
import maestro.emulator.scenario.LoadMode;
import maestro.emulator.scenario.Scenario;
import maestro.emulator.scenario.ScenarioException;
import maestro.emulator.scenario.SwitchRates;
import maestro.emulator.topology.Topology;
import maestro.emulator.topology.TopologyException;
import org.HdrHistogram.Histogram;

/**
 * One scenario against one strategy with so many workers, in virtual time. Used once, by one
 * thread.
 */
public final class Simulation {
  private static final long WINDOW_NS = 100_000_000;
  private static final double NS_PER_SECOND = 1e9;

  /** By which part of itself the distance of two probes varies: else they might keep step. */
  private static final double PROBE_JITTER = 0.5;

  private final Scenario scenario;
  private final MaestroConfig config;
  private final Settings settings;
  private final Costs costs;
  private final Engine engine;
  private final List<VirtualSwitch> switches = new ArrayList<>();
  private final List<double[]> rates = new ArrayList<>();
  private final FairnessMeter fairness;
  private final VirtualController controller;
  private TimedSource probe;

  /**
   * What a scenario does not say.
   *
   * @param cores that workers, the strategy's threads and the load share; 0 gives each thread its
   *     own, and the load needs none
   * @param inOrder whether a switch is claimed until its requests were handled
   * @param warmUpNs virtual time that is not measured
   * @param measureNs virtual time that is measured
   * @param probesPerSecond of the probing switch; more than in life, since virtual time is short
   * @param socketBytes of each socket's receive buffer
   * @param seed of everything that is drawn by chance
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
        new VirtualController(engine, costs, config, settings.inOrder(), settings.socketBytes());
    Topology topology = topology();
    readRates(topology);
    connect(topology.switchCount());
    double[] weights = new double[topology.switchCount()];
    Arrays.setAll(weights, scenario::weight);
    fairness = new FairnessMeter(weights);
  }

  /**
   * Runs a scenario; when its rates are relative, after a short one at full load.
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

  private Topology topology() throws ScenarioException {
    try {
      return scenario.network().topology();
    } catch (TopologyException e) {
      throw new ScenarioException(e.getMessage());
    }
  }

  /** Requests a second of each switch in each step. */
  private void readRates(Topology topology) throws ScenarioException {
    if (scenario.load() == LoadMode.RATE) {
      double[] shares = SwitchRates.shares(scenario.shape(), topology.degrees());
      for (Scenario.Step step : scenario.schedule()) {
        double total = step.rate().value();
        rates.add(Arrays.stream(shares).map(share -> share * total).toArray());
      }
    }
  }

  private void connect(int count) {
    Random random = new Random(settings.seed());
    LoadThread load = settings.cores() == 0 ? null : new LoadThread(engine, costs.load());
    int requestBytes =
        scenario.packets().frameSizeBytes() + (scenario.openflow().wireVersion() == 1 ? 18 : 42);
    for (int i = 0; i < count; i++) {
      Source source = source(i, count, random);
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

  private VirtualSwitch fed(LoadThread.Fed fed, int number, int weight, int requestBytes) {
    VirtualSwitch member =
        new VirtualSwitch(number, weight, fed, controller.sockets(), requestBytes);
    fed.of(member);
    return member;
  }

  private Source source(int index, int count, Random random) {
    return switch (scenario.load()) {
      case MAX ->
          new WindowSource(LoadPlan.usualWindow(scenario.packets().frameSizeBytes(), count));
      case PING_PONG -> new WindowSource(1);
      case RATE -> {
        long[] fromNs = new long[rates.size()];
        double[] perSecond = new double[rates.size()];
        for (int step = 0; step < fromNs.length; step++) {
          long atNs = scenario.schedule().get(step).atNs();
          fromNs[step] = atNs == 0 ? 0 : settings.warmUpNs() + atNs;
          perSecond[step] = rates.get(step)[index];
        }
        yield new PlannedSource(fromNs, perSecond, random.nextDouble());
      }
    };
  }

  private SimulatedRun run() {
    passUntil(settings.warmUpNs());
    fairness.waitingAtStart(waiting());
    final double workedNs = controller.workersBusyNs();
    final double helpedNs = controller.helperBusyNs();
    final Engine.Spent earlier = engine.spent();
    long[] before = answered();
    final long[] first = before;
    int step = 0;
    for (long atNs = 0; atNs < settings.measureNs(); atNs += WINDOW_NS) {
      if (step + 1 < rates.size() && scenario.schedule().get(step + 1).atNs() <= atNs) {
        step++;
      }
      long lengthNs = Math.min(WINDOW_NS, settings.measureNs() - atNs);
      passUntil(settings.warmUpNs() + atNs + lengthNs);
      long[] after = answered();
      fairness.window(offered(step, lengthNs), difference(after, before));
      before = after;
    }
    double seconds = settings.measureNs() / NS_PER_SECOND;
    Engine.Spent spent = engine.spent();
    double total = Arrays.stream(difference(before, first)).sum();
    double perRequest = 1 / Math.max(1, total);
    int workers = config.distribution().workerCount();
    return new SimulatedRun(
        config.distribution().strategy().text(),
        workers,
        total / seconds,
        fairness.deviation(),
        fairness.worstWindow(),
        fairness.jain(),
        probing(),
        (controller.workersBusyNs() - workedNs) / settings.measureNs() / workers,
        (controller.helperBusyNs() - helpedNs) / settings.measureNs(),
        (spent.kernelNs() - earlier.kernelNs()) * perRequest,
        (spent.stageNs() - earlier.stageNs()) * perRequest,
        (spent.memoryNs() - earlier.memoryNs()) * perRequest);
  }

  /** Time passes, with a tick of the conductor ten times a second. */
  private void passUntil(long endNs) {
    for (long atNs = engine.nowNs(); atNs < endNs; atNs = engine.nowNs()) {
      engine.runUntil(Math.min(endNs, (atNs / WINDOW_NS + 1) * WINDOW_NS));
      controller.tick();
    }
  }

  private double[] waiting() {
    return switches.stream()
        .mapToDouble(each -> rates.isEmpty() ? 0 : each.arrived(engine.nowNs()) - each.answered())
        .toArray();
  }

  private long[] answered() {
    return switches.stream().mapToLong(VirtualSwitch::answered).toArray();
  }

  private static long[] difference(long[] after, long[] before) {
    long[] difference = new long[after.length];
    Arrays.setAll(difference, i -> after[i] - before[i]);
    return difference;
  }

  private double[] offered(int step, long lengthNs) {
    double[] offered = new double[switches.size()];
    Arrays.setAll(
        offered,
        i ->
            rates.isEmpty()
                ? Double.POSITIVE_INFINITY
                : rates.get(step)[i] * lengthNs / NS_PER_SECOND);
    return offered;
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

  /** What has arrived, was answered or waits must add up. For tests. */
  static List<VirtualSwitch> switchesAfter(
      Scenario scenario, MaestroConfig config, Settings settings, Costs costs)
      throws ScenarioException {
    Simulation simulation = new Simulation(scenario, config, settings, costs);
    simulation.run();
    return simulation.switches;
  }
}
