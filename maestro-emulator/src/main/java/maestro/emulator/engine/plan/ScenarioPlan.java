package maestro.emulator.engine.plan;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import maestro.emulator.scenario.LoadMode;
import maestro.emulator.scenario.ReplayFile;
import maestro.emulator.scenario.Scenario;
import maestro.emulator.scenario.ScenarioException;
import maestro.emulator.scenario.SwitchRates;
import maestro.emulator.switches.SwitchDescription;
import maestro.emulator.topology.SwitchTopology;
import maestro.emulator.topology.TopologyException;

/**
 * Makes a plan for the load engine of a scenario: addresses, ports, and who sends how much when.
 * The same scenario always gives the same plan.
 */
public final class ScenarioPlan {
  private static final long SET_UP_LIMIT_NS = 10_000_000_000L;
  private static final int BUFFER_COUNT = 256;
  private static final int PROBE_PORTS = 2;
  private static final int LEAST_HOSTS = 2;

  /** Draws the seeds of times apart from the phases. */
  private static final long SEEDS = 0x5eed_5eedL;

  private ScenarioPlan() {}

  /**
   * The plan.
   *
   * @throws ScenarioException when a file that the scenario names changed since it was loaded
   */
  public static LoadPlan of(Scenario scenario, SwitchTopology topology) throws ScenarioException {
    List<SwitchLoad> switches = switches(scenario, topology);
    SwitchLoad last = switches.get(switches.size() - 1);
    long nextHost = last.firstHost() + last.hostCount();
    Scenario.Durations durations = scenario.durations();
    LoadPlan.Times times =
        new LoadPlan.Times(
            SET_UP_LIMIT_NS,
            durations.learnNs(),
            durations.warmUpNs(),
            durations.measureNs(),
            durations.drainNs());
    LoadPlan quiet =
        new LoadPlan(
            scenario.load(),
            scenario.packets().frameSizeBytes(),
            scenario.packets().buffered(),
            scenario.outstandingLimit(),
            switches,
            scenario.probing().enabled() ? probe(scenario, switches.size(), nextHost) : null,
            new Links(topology),
            times,
            threadCount(scenario));
    return quiet.with(EventPlan.of(scenario.events(), topology));
  }

  /** The network of a scenario. */
  public static SwitchTopology topology(Scenario scenario) throws ScenarioException {
    try {
      return scenario.network().topology();
    } catch (TopologyException e) {
      throw new ScenarioException(e.getMessage());
    }
  }

  /** As the scenario says, else one, or half of the processors when there are four or more. */
  public static int threadCount(Scenario scenario) {
    int processors = Runtime.getRuntime().availableProcessors();
    return scenario.threads() > 0 ? scenario.threads() : Math.max(1, processors / 2);
  }

  /**
   * Requests a second of each switch in each step, in order of steps; empty unless by rate, and for
   * a replay.
   */
  public static List<long[]> rates(Scenario scenario, SwitchTopology topology)
      throws ScenarioException {
    if (scenario.load() != LoadMode.RATE || scenario.replays()) {
      return List.of();
    }
    double[] shares = SwitchRates.shares(scenario.shape(), topology.degrees());
    List<long[]> rates = new ArrayList<>();
    for (Scenario.Step step : scenario.schedule()) {
      if (step.rate().ofCapacity()) {
        throw new ScenarioException(
            "rate " + step.rate().text() + " is relative: measure the capacity first");
      }
      rates.add(SwitchRates.split(Math.round(step.rate().value()), shares));
    }
    return rates;
  }

  private static List<SwitchLoad> switches(Scenario scenario, SwitchTopology topology)
      throws ScenarioException {
    int count = topology.switchCount();
    List<long[]> rates = rates(scenario, topology);
    Random phases = new Random(scenario.shape().seed());
    Random seeds = new Random(scenario.shape().seed() ^ SEEDS);
    long[][] listed = listed(scenario, count);
    List<SwitchLoad> switches = new ArrayList<>();
    long firstHost = 0;
    for (int i = 0; i < count; i++) {
      int hosts = Math.max(LEAST_HOSTS, scenario.hosts().on(i, count));
      double phase = phases.nextDouble();
      switches.add(
          new SwitchLoad(
              description(scenario, i, topology.portCount(i)),
              firstHost,
              hosts,
              topology.firstHostPort(i),
              rate(scenario, rates, listed, i, phase, seeds.nextLong())));
      firstHost += hosts;
    }
    return switches;
  }

  private static long[][] listed(Scenario scenario, int switchCount) throws ScenarioException {
    return scenario.replays()
        ? ReplayFile.read(Path.of(scenario.shape().arrivals().file()), switchCount)
        : new long[0][];
  }

  /** Null when the switch does not send by plan. */
  private static RateSteps rate(
      Scenario scenario, List<long[]> rates, long[][] listed, int index, double phase, long seed) {
    if (listed.length > 0) {
      return RateSteps.listed(listed[index]).with(scenario.shape().unsent());
    }
    if (rates.isEmpty()) {
      return null;
    }
    long[] atNs = new long[rates.size()];
    double[] requestsPerSecond = new double[rates.size()];
    for (int i = 0; i < atNs.length; i++) {
      atNs[i] = scenario.schedule().get(i).atNs();
      requestsPerSecond[i] = rates.get(i)[index];
    }
    ArrivalLaw law = new ArrivalLaw(scenario.shape().arrivals(), seed);
    return new RateSteps(atNs, requestsPerSecond, phase, law, null, scenario.shape().unsent());
  }

  private static SwitchLoad probe(Scenario scenario, int number, long firstHost) {
    RateSteps rate = RateSteps.constant(scenario.probing().requestsPerSecond(), 0.5);
    return new SwitchLoad(
        description(scenario, number, PROBE_PORTS), firstHost, LEAST_HOSTS, 1, rate);
  }

  private static SwitchDescription description(Scenario scenario, int number, int portCount) {
    int bufferCount = scenario.packets().buffered() ? BUFFER_COUNT : 0;
    return new SwitchDescription(
        number + 1, scenario.openflow().wireVersion(), portCount, bufferCount);
  }

  private record Links(SwitchTopology topology) implements Neighbours {
    @Override
    public long otherEnd(int switchNumber, int port) {
      if (port < 1 || port >= topology.firstHostPort(switchNumber)) {
        return -1;
      }
      return ((long) topology.neighbor(switchNumber, port) << 16)
          | topology.neighborPort(switchNumber, port);
    }
  }
}
