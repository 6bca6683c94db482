package maestro.bench.paper;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import maestro.bench.paper.PaperEntry.Place;
import maestro.bench.paper.PaperRound.Reading;
import maestro.bench.targets.ControllerPool;
import maestro.bench.targets.ControllerSetup;
import maestro.emulator.controller.ControllerProcess;
import maestro.emulator.engine.Emulation;
import maestro.emulator.engine.Progress;
import maestro.emulator.report.Rounds;
import maestro.emulator.report.RunResult;
import maestro.emulator.scenario.Scenario;
import maestro.emulator.scenario.ScenarioException;

/**
 * Points of controllers on this machine.
 *
 * <ol>
 *   <li>The controllers of a figure are started once, warmed up and kept until it ends. One that
 *       spins is ended after its round, since it would take a processor from the others.
 *   <li>A peer is a controller that somebody else has started. In a figure with peers no controller
 *       gets processors of its own, since all have to be measured the same way. A peer that is not
 *       there has no numbers.
 * </ol>
 *
 * <p>Used by one thread.
 */
final class EmulatedPoints implements PointRunner {
  private static final double NS_PER_SECOND = 1e9;
  private static final String SPINS = "maestro.distribution.idle=spin";

  private final Path root;
  private final Path logs;
  private final Map<String, InetSocketAddress> peers;

  /** Of the figure; null when none of its points was run yet. */
  private ControllerPool pool;

  /**
   * Starts nothing yet.
   *
   * @param root of the installation
   * @param logs folder for what the controllers say
   * @param peers by name
   */
  EmulatedPoints(Path root, Path logs, Map<String, InetSocketAddress> peers) {
    this.root = root;
    this.logs = logs;
    this.peers = Map.copyOf(peers);
  }

  @Override
  public String input(PaperPoint point) throws IOException {
    String who =
        point.subject().isPeer()
            ? point.subject().name() + " " + peers.get(point.subject().name())
            : setup(point).arguments() + setup(point).jvmFlags();
    return point.scenario() + "\n" + place(point) + "\n" + who;
  }

  @Override
  public PaperRound run(PaperPoint point, int number) throws IOException {
    Scenario scenario = point.scenario();
    try {
      return point.subject().isPeer()
          ? ofPeer(point, number, scenario)
          : ofMaestro(point, number, scenario);
    } catch (ScenarioException e) {
      throw new IOException(point.name() + ": " + e.getMessage(), e);
    }
  }

  private PaperRound ofPeer(PaperPoint point, int number, Scenario scenario)
      throws IOException, ScenarioException {
    InetSocketAddress address = peers.get(point.subject().name()); // 2
    if (address == null) {
      return new PaperRound(number, "", List.of(), List.of());
    }
    RunResult result =
        Emulation.run(scenario, address, point.name(), Emulation.CpuMeter.NONE, Progress.NONE);
    return round(point, number, result, new TreeMap<>());
  }

  private PaperRound ofMaestro(PaperPoint point, int number, Scenario scenario)
      throws IOException, ScenarioException {
    ControllerSetup setup = setup(point);
    ControllerPool controllers = pool();
    ControllerProcess process = controllers.warm(setup);
    Scenario absolute =
        scenario.needsCapacity() ? scenario.resolve(controllers.capacity(setup)) : scenario;
    boolean collects = point.entry().shown().metrics().contains(PaperMetric.COLLECTION);
    try (ProcessWatch watch = new ProcessWatch(process.pid(), collects)) {
      RunResult result =
          point.entry().peers().isEmpty()
              ? setup.emulate(process, absolute, point.name(), watch)
              : Emulation.run(
                  absolute, process.address(), point.name(), process::cpuSeconds, watch);
      return round(point, number, result, watch.values());
    } finally {
      if (setup.arguments().contains(SPINS)) { // 1
        close();
      }
    }
  }

  private static PaperRound round(
      PaperPoint point, int number, RunResult result, Map<String, Double> values)
      throws IOException {
    put(values, result);
    Reading reading = new Reading(point.subject().name(), place(point).name(), values);
    String mark = String.join("; ", Rounds.of(List.of(result)).get(0).marks());
    return new PaperRound(number, mark, List.of(reading), List.of());
  }

  private static Place place(PaperPoint point) throws IOException {
    return point
        .place()
        .orElseThrow(() -> new IOException("found steps; allowed: another sweep, or batching"));
  }

  private ControllerPool pool() throws IOException, ScenarioException {
    if (pool == null) {
      pool = new ControllerPool(root, Files.createDirectories(logs));
    }
    return pool;
  }

  /** One for all places that differ in the scenario only. */
  private static ControllerSetup setup(PaperPoint point) {
    boolean isOfPlace =
        point
            .place()
            .filter(place -> !place.controller().isEmpty() || !place.jvm().isEmpty())
            .isPresent();
    String name =
        point.entry().id()
            + "-"
            + point.subject().name()
            + (isOfPlace ? "-" + point.place().get().name() : "")
            + "-"
            + point.workers();
    ControllerSetup setup =
        ControllerSetup.strategy(
            name,
            point.subject().strategy(),
            point.workers(),
            point.controller().toArray(String[]::new));
    return point.jvm().isEmpty() ? setup : setup.withJvmFlags(name, point.jvm());
  }

  private static void put(Map<String, Double> values, RunResult result) {
    PaperMetric.RPS.put(values, result.throughputRequestsPerSecond());
    PaperMetric.DEVIATION.put(values, result.fairness().filledOnce().largest());
    PaperMetric.DEVIATION_LOW.put(values, result.fairness().filledOnce().min());
    PaperMetric.DEVIATION_HIGH.put(values, result.fairness().filledOnce().max());
    PaperMetric.JAIN.put(values, result.fairness().jain());
    PaperMetric.PROBING.put(values, result.waits().probing().meanNs());
    PaperMetric.PROBING_P99.put(values, result.waits().probing().p99Ns());
    result
        .processors()
        .cpuSecondsPerMillionRequests()
        .ifPresent(seconds -> PaperMetric.CPU.put(values, seconds * NS_PER_SECOND));
  }

  @Override
  public void close() {
    if (pool != null) {
      pool.close();
      pool = null;
    }
  }
}
