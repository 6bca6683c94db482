package maestro.simulate;

import static maestro.simulate.Simulated.FREE;
import static maestro.simulate.Simulated.MS;
import static maestro.simulate.Simulated.USUAL;
import static maestro.simulate.Simulated.config;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import maestro.config.StrategyName;
import maestro.config.file.BadConfigurationException;
import maestro.emulator.scenario.Scenario;
import maestro.emulator.scenario.ScenarioException;
import maestro.emulator.scenario.ScenarioFile;
import maestro.emulator.scenario.Unsent;
import maestro.simulate.costs.Costs;
import maestro.simulate.costs.CostsFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What must hold whatever things cost. */
class SimulationTest {
  private static final String[] OVERLOAD = {
    "load=rate",
    "network.switches=79",
    "rates.total=2 x capacity",
    "rates.distribution=zipf(1.0)",
    "durations.measure=400ms"
  };

  private static Simulation.Settings seconds(long seconds) {
    return new Simulation.Settings(0, true, 200 * MS, seconds * 1_000 * MS, 200, 6 << 20, 1);
  }

  @ParameterizedTest
  @EnumSource(StrategyName.class)
  void shouldServeWhatArrivesOnceWhenThereIsRoomForAll(StrategyName strategy)
      throws ScenarioException, BadConfigurationException {
    List<VirtualSwitch> switches =
        Simulation.switchesAfter(
            ScenarioFile.defaultsWith(
                "load=rate",
                "network.switches=40",
                "rates.total=1M",
                "rates.arrivals=even",
                "durations.measure=400ms"),
            config(strategy.text(), 3),
            Simulated.settings(true),
            USUAL);
    long endNs = 800 * MS;
    long arrived = 0;
    long waiting = 0;
    for (VirtualSwitch each : switches) {
      assertThat(each.servedRequests()).isEqualTo(each.answered());
      assertThat(each.answered() + each.taken()).isLessThanOrEqualTo(each.arrived(endNs));
      arrived += each.arrived(endNs);
      waiting += each.arrived(endNs) - each.answered();
    }
    // Phases of 40 switches, and what the last step of a process has read ahead of the end.
    assertThat(arrived).isCloseTo(800_000, within(40L + 100));
    assertThat(waiting).as("requests of the last milliseconds").isLessThan(10_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"shared-queue", "dynamic-partition", "round-robin", "fair-share"})
  void shouldComeToTheSameWhenRunAgain(String strategy)
      throws ScenarioException, BadConfigurationException {
    SimulatedRun first = Simulated.run(strategy, 5, USUAL, OVERLOAD);
    assertThat(Simulated.run(strategy, 5, USUAL, OVERLOAD)).isEqualTo(first);
  }

  /** What visits cost beside requests is bounded: see VisitBudget. */
  @Test
  void shouldNotLoseHalfToVisitsWhenMostSwitchesAreLightInAnOverload()
      throws ScenarioException, BadConfigurationException {
    SimulatedRun fairShare = Simulated.run("fair-share", 1, USUAL, OVERLOAD);
    SimulatedRun partition = Simulated.run("static-partition", 1, USUAL, OVERLOAD);
    assertThat(fairShare.throughputRequestsPerSecond())
        .isGreaterThan(0.7 * partition.throughputRequestsPerSecond());
  }

  @Test
  void shouldServeWhatTheCostsAddUpToWhenOneWorkerIsAlwaysBusy()
      throws ScenarioException, BadConfigurationException {
    Costs costs = Simulated.costs(1_000, 5_000, 400, 300, 100, 0);
    SimulatedRun run =
        Simulation.run(
            ScenarioFile.defaultsWith(
                "network.switches=1", "probing.enabled=false", "durations.measure=400ms"),
            config("fair-share", 1, "maestro.distribution.quantum=640"),
            Simulated.settings(true),
            costs);
    double requests = 640; // one read, one batch and one write each visit
    double bytes = requests * 102;
    double visitNs =
        400 + 300 + 1_000 + bytes * 0.05 + 300 + requests * 100 + 5_000 + requests * 112 * 0.1;
    assertThat(run.throughputRequestsPerSecond())
        .isCloseTo(requests / visitNs * 1e9, withinPercentage(0.5));
    assertThat(run.workerBusy()).isCloseTo(1, within(0.001));
  }

  @Test
  void shouldWaitAsTheFormulaSaysWhenOneSwitchAsksAtRandom() throws BadConfigurationException {
    double serviceNs = 10_000;
    double load = 0.7;
    Costs costs = Simulated.costs(0, 0, 0, 0, serviceNs, 0);
    Engine engine = new Engine(costs.kernel(), Integer.MAX_VALUE, 1);
    int requestBytes = 600; // a read brings less than one, so that each is a batch of its own
    SimulatedController controller =
        new SimulatedController(
            engine,
            costs,
            config(
                "round-robin",
                1,
                "maestro.distribution.read-size=512",
                "maestro.batching.policy=fixed",
                "maestro.batching.threshold=1"),
            true,
            1 << 20);
    Random random = new Random(7);
    TimedSource poisson =
        new TimedSource(() -> -Math.log(1 - random.nextDouble()) * serviceNs / load, 0);
    controller.join(new VirtualSwitch(0, 1, poisson, controller.sockets(), requestBytes));
    controller.start();
    engine.runUntil(20_000 * MS);

    double meanNs = serviceNs + load * serviceNs / (2 * (1 - load)); // Pollaczek and Khinchine
    assertThat(poisson.delays().getTotalCount()).isGreaterThan(1_000_000);
    assertThat(poisson.delays().getMean()).isCloseTo(meanNs, within(0.02 * meanNs));
  }

  /** With 32 workers, the largest deviation of three seeds is 1.0, 1.0 and 1.2 %. */
  @ParameterizedTest
  @CsvSource({"1, 0.01", "4, 0.01", "16, 0.01", "28, 0.01", "32, 0.013"})
  void shouldGiveEverybodyTheMaxMinShareWhenSkewedSwitchesOfferTwiceTheCapacity(
      int workers, double most) throws ScenarioException, BadConfigurationException {
    SimulatedRun run = Simulation.run(overload(), config("fair-share", workers), seconds(2), USUAL);
    assertThat(run.deviation().largest()).isLessThan(most);
    assertThat(run.jain()).isGreaterThan(0.9999);
  }

  @Test
  void shouldGiveTheSharesLessExactlyWithRoundRobinWhenWorkersMeet()
      throws ScenarioException, BadConfigurationException {
    SimulatedRun alone = Simulation.run(overload(), config("round-robin", 1), seconds(1), USUAL);
    assertThat(alone.deviation().largest()).isLessThan(0.01);
    for (int workers : new int[] {4, 16}) {
      SimulatedRun run =
          Simulation.run(overload(), config("round-robin", workers), seconds(1), USUAL);
      assertThat(run.deviation().largest()).as("%d workers", workers).isBetween(0.01, 0.08);
    }
  }

  /** Evenly spaced: some of these tests have a thousand million requests, too many to draw. */
  private static Scenario overload() throws ScenarioException {
    List<String> settings = new ArrayList<>(List.of(OVERLOAD));
    settings.add("rates.arrivals=even");
    return ScenarioFile.defaultsWith(settings.toArray(String[]::new));
  }

  /** The socket of each switch holds 250 requests, which are answered early in the third step. */
  @ParameterizedTest
  @EnumSource(Unsent.class)
  void shouldAnswerWhatIsOfferedAfterAnOverloadOnlyWhenTheRestIsDropped(Unsent unsent)
      throws ScenarioException, BadConfigurationException {
    SimulatedRun two = changing(unsent, 400);
    SimulatedRun three = changing(unsent, 600);
    assertThat(two.throughputRequestsPerSecond()).isCloseTo(1e6, withinPercentage(0.5));
    double third = (answered(three) * 0.6 - answered(two) * 0.4) / 0.2;
    boolean drops = unsent == Unsent.DROPPED;
    assertThat(third).isCloseTo(drops ? 0.85e6 : 1e6, withinPercentage(0.6));
    assertThat(three.refusedRequestsPerSecond() * 0.6)
        .isCloseTo(drops ? 0.2 * (3e6 + 0.4e6) : 0, withinPercentage(1));
    assertThat(three.deviation().largest()).isLessThan(0.01);
  }

  private static SimulatedRun changing(Unsent unsent, int measureMs)
      throws ScenarioException, BadConfigurationException {
    Scenario scenario =
        ScenarioFile.defaultsWith(
            "load=rate",
            "schedule=[{at=0 s, rate=4M}, {at=200 ms, rate=1.4M}, {at=400 ms, rate=850k}]",
            "rates.arrivals=even",
            "rates.unsent=" + unsent.text(),
            "outstanding.limit=250",
            "network.switches=4",
            "probing.enabled=false",
            "durations.measure=" + measureMs + " ms");
    return Simulation.run(
        scenario,
        config("round-robin", 1),
        new Simulation.Settings(0, true, 100 * MS, measureMs * MS, 200, 6 << 20, 1),
        Simulated.costs(0, 0, 0, 0, 1000, 0));
  }

  private static double answered(SimulatedRun run) {
    return run.throughputRequestsPerSecond();
  }

  @Test
  void shouldFindWhoIsDeniedWhenWhatIsDeniedIsRefused()
      throws ScenarioException, BadConfigurationException {
    String[] settings = {
      "load=rate",
      "network.switches=4",
      "rates.total=4M",
      "rates.arrivals=even",
      "probing.enabled=false",
      "durations.measure=400ms"
    };
    List<String> dropping = new ArrayList<>(List.of(settings));
    dropping.addAll(List.of("rates.unsent=dropped", "outstanding.limit=2000"));
    // Three workers: two of the four switches have one of them to themselves.
    SimulatedRun kept = partitioned(settings);
    SimulatedRun dropped = partitioned(dropping.toArray(String[]::new));
    assertThat(kept.deviation().largest()).isGreaterThan(0.2);
    assertThat(dropped.deviation().min()).isCloseTo(kept.deviation().min(), within(0.02));
    assertThat(dropped.deviation().max()).isCloseTo(kept.deviation().max(), within(0.02));
  }

  private static SimulatedRun partitioned(String... settings)
      throws ScenarioException, BadConfigurationException {
    return Simulation.run(
        ScenarioFile.defaultsWith(settings),
        config("static-partition", 3),
        Simulated.settings(true),
        Simulated.costs(0, 0, 0, 0, 1000, 0));
  }

  @Test
  void shouldAnswerAtOnceWhenNothingCostsAnythingAndSwitchesPlayPingPong()
      throws ScenarioException, BadConfigurationException {
    Costs slowNet =
        new Costs(FREE.kernel(), new Costs.Stage(0, 0, 0, 0, 1), FREE.memory(), load(50_000));
    SimulatedRun run =
        Simulated.run(
            "fair-share",
            1,
            slowNet,
            "load=ping-pong",
            "network.switches=4",
            "durations.measure=400ms");
    assertThat(run.throughputRequestsPerSecond()).isCloseTo(80_000, within(2_000.0));
  }

  @ParameterizedTest
  @CsvSource({
    "static-partition, 0", "dynamic-partition, 0", "shared-queue, 0",
    "static-partition, 2", "dynamic-partition, 2", "shared-queue, 2",
    "round-robin, 2", "fair-share, 2"
  })
  void shouldServeAllAlikeWhenSwitchesPlayPingPong(String strategy, int sharedCores)
      throws ScenarioException, BadConfigurationException {
    for (int switches : new int[] {16, 79}) {
      SimulatedRun run =
          Simulation.run(
              ScenarioFile.defaultsWith("load=ping-pong", "network.switches=" + switches),
              config(strategy, 1),
              new Simulation.Settings(sharedCores, true, 100 * MS, 200 * MS, 200, 6 << 20, 1),
              CostsFile.measured());
      assertThat(run.jain()).as("%d switches", switches).isGreaterThan(0.9997);
    }
  }

  private static Costs.Load load(double roundTripNs) {
    return new Costs.Load(0, 0, roundTripNs);
  }

  @Test
  void shouldDivideTheCoresWhenAllThreadsShareThem()
      throws ScenarioException, BadConfigurationException {
    Costs costs = Simulated.costs(1_000, 5_000, 400, 300, 100, 0);
    Costs loaded =
        new Costs(costs.kernel(), costs.stage(), costs.memory(), new Costs.Load(0, 120, 0));
    var scenario = ScenarioFile.defaultsWith("network.switches=16", "durations.measure=400ms");
    var alone = Simulated.settings(true);
    var shared = new Simulation.Settings(2, true, 400 * MS, 400 * MS, 200, 6 << 20, 1);
    double apart =
        Simulation.run(scenario, config("fair-share", 2), alone, loaded)
            .throughputRequestsPerSecond();
    double together =
        Simulation.run(scenario, config("fair-share", 2), shared, loaded)
            .throughputRequestsPerSecond();
    double perRequestNs = 2e9 / apart; // of two cores
    assertThat(together).isCloseTo(2e9 / (perRequestNs + 120), within(0.1 * apart));
  }
}
