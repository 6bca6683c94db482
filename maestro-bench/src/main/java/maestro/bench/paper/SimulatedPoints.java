package maestro.bench.paper;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import maestro.bench.paper.PaperEntry.CurveKind;
import maestro.bench.paper.PaperEntry.Place;
import maestro.bench.paper.PaperRound.Curve;
import maestro.bench.paper.PaperRound.Reading;
import maestro.config.MaestroConfig;
import maestro.config.file.BadConfigurationException;
import maestro.config.file.CommandLineSetting;
import maestro.emulator.fairness.Fairness;
import maestro.emulator.report.Rounds;
import maestro.emulator.scenario.Scenario;
import maestro.emulator.scenario.ScenarioException;
import maestro.fairness.WaterFilling;
import maestro.simulate.ControllerConfig;
import maestro.simulate.SimulatedRun;
import maestro.simulate.SimulatedRun.Window;
import maestro.simulate.Simulation;
import maestro.simulate.costs.Costs;
import maestro.simulate.costs.CostsFile;

/** Points in virtual time. The round is the seed. Used by one thread. */
final class SimulatedPoints implements PointRunner {
  private static final double PROBES_PER_SECOND = 200;

  /** The most that Linux lets a socket's buffer grow to. */
  private static final int SOCKET_BYTES = 6 << 20;

  private static final double NS_PER_SECOND = 1e9;
  static final int LOW_PERCENT = 5;
  static final int HIGH_PERCENT = 95;
  private static final double PERCENT = 100;

  /** From here on a step of the schedule counts; before, the threshold comes from the last one. */
  static final double SETTLING_SECONDS = 1;

  /** What is run for a point, but for the seed. */
  private record Plan(Scenario scenario, MaestroConfig config, Costs costs, boolean inOrder) {}

  @Override
  public String input(PaperPoint point) throws IOException {
    Plan plan = plan(point);
    Optional<CurveKind> curve = point.entry().shown().curve();
    return String.join(
        "\n",
        plan.scenario().toString(),
        plan.config().toString(),
        plan.costs().toString(),
        plan.inOrder() + " " + PROBES_PER_SECOND + " " + SOCKET_BYTES + " " + curve);
  }

  @Override
  public PaperRound run(PaperPoint point, int number) throws IOException {
    Plan plan = plan(point);
    long measureNs = plan.scenario().durations().measureNs();
    Simulation.Settings settings =
        new Simulation.Settings(
            0, plan.inOrder(), measureNs, measureNs, PROBES_PER_SECOND, SOCKET_BYTES, number);
    SimulatedRun run;
    try {
      run = Simulation.run(plan.scenario(), plan.config(), settings, plan.costs());
    } catch (ScenarioException e) {
      throw new IOException(e.getMessage(), e);
    }
    String subject = point.subject().name();
    List<Reading> readings = new ArrayList<>();
    if (point.place().isPresent()) {
      readings.add(new Reading(subject, point.place().get().name(), whole(run)));
    } else {
      List<Place> places = point.entry().sweep().places();
      for (int i = 0; i < places.size(); i++) {
        readings.add(new Reading(subject, places.get(i).name(), step(plan, run, i)));
      }
    }
    List<Curve> curves =
        point.entry().shown().curve().map(kind -> curves(kind, point, plan, run)).orElse(List.of());
    return new PaperRound(number, "", readings, curves);
  }

  private static Plan plan(PaperPoint point) throws IOException {
    PaperEntry.Run what = point.entry().run();
    List<String> controller = new ArrayList<>(point.controller());
    controller.add("maestro.distribution.strategy=" + point.subject().strategy());
    controller.add("maestro.distribution.workers=" + point.workers());
    try {
      MaestroConfig config =
          ControllerConfig.with(
              controller.stream()
                  .map(each -> CommandLineSetting.parse("--controller", each))
                  .toArray(CommandLineSetting[]::new));
      Costs costs =
          what.costs().isPresent() ? CostsFile.read(what.costs().get()) : CostsFile.measured();
      return new Plan(point.scenario(), config, costs, what.inOrder());
    } catch (BadConfigurationException | IllegalArgumentException e) {
      throw new IOException(point.name() + ": " + e.getMessage(), e);
    }
  }

  /** The numbers of all of measured time. */
  private static Map<String, Double> whole(SimulatedRun run) {
    Map<String, Double> values = new TreeMap<>();
    PaperMetric.RPS.put(values, run.throughputRequestsPerSecond());
    PaperMetric.DEVIATION.put(values, run.filledOnce().largest());
    PaperMetric.DEVIATION_LOW.put(values, run.filledOnce().min());
    PaperMetric.DEVIATION_HIGH.put(values, run.filledOnce().max());
    PaperMetric.JAIN.put(values, run.jain());
    PaperMetric.PROBING.put(values, run.probing().meanNs());
    PaperMetric.PROBING_P99.put(values, run.probing().p99Ns());
    PaperMetric.OFFERED.put(
        values, run.switches().offered().stream().mapToDouble(Double::doubleValue).sum());
    putThresholds(values, run.timeline());
    return values;
  }

  /** The numbers of a step of the schedule, once it has settled. */
  private static Map<String, Double> step(Plan plan, SimulatedRun run, int index) {
    List<Window> windows = run.timeline().stream().filter(isIn(plan.scenario(), index)).toList();
    Map<String, Double> values = new TreeMap<>();
    PaperMetric.RPS.put(values, mean(windows, Window::throughputRequestsPerSecond));
    PaperMetric.OFFERED.put(values, mean(windows, Window::offeredRequestsPerSecond));
    putThresholds(values, windows);
    return values;
  }

  private static Predicate<Window> isIn(Scenario scenario, int index) {
    List<Scenario.Step> steps = scenario.schedule();
    double from =
        index < steps.size() ? steps.get(index).atNs() / NS_PER_SECOND : Double.POSITIVE_INFINITY;
    double to =
        index + 1 < steps.size()
            ? steps.get(index + 1).atNs() / NS_PER_SECOND
            : Double.POSITIVE_INFINITY;
    return window -> window.atSeconds() >= from + SETTLING_SECONDS && window.atSeconds() < to;
  }

  private static void putThresholds(Map<String, Double> values, List<Window> windows) {
    double[] sorted = sortedThresholds(windows);
    PaperMetric.IBT.put(values, Rounds.median(sorted));
    PaperMetric.IBT_LOW.put(values, Fairness.percentile(sorted, LOW_PERCENT));
    PaperMetric.IBT_HIGH.put(values, Fairness.percentile(sorted, HIGH_PERCENT));
  }

  private static double[] sortedThresholds(List<Window> windows) {
    return windows.stream()
        .flatMap(window -> window.thresholds().stream())
        .mapToDouble(Integer::doubleValue)
        .sorted()
        .toArray();
  }

  private static double mean(List<Window> windows, ToDoubleFunction<Window> value) {
    return windows.stream().mapToDouble(value).average().orElse(Double.NaN);
  }

  private static List<Curve> curves(CurveKind kind, PaperPoint point, Plan plan, SimulatedRun run) {
    String name = point.subject().name();
    return switch (kind) {
      case DEVIATIONS -> List.of(shares(name, deviations(plan.scenario(), run), PERCENT));
      case RATES -> List.of(rates(point, run));
      case THRESHOLDS -> List.of(thresholds(name, run.timeline()));
      case THRESHOLD_SHARES -> {
        List<Place> steps = point.entry().sweep().places();
        yield IntStream.range(0, steps.size())
            .mapToObj(
                i -> {
                  Stream<Window> own = run.timeline().stream().filter(isIn(plan.scenario(), i));
                  return shares(steps.get(i).name(), sortedThresholds(own.toList()), 1);
                })
            .toList();
      }
    };
  }

  /** Each switch's deviation from its share of one water filling, ascending. */
  private static double[] deviations(Scenario scenario, SimulatedRun run) {
    List<Double> answered = run.switches().answered();
    double[] demands =
        run.switches().offered().stream()
            .mapToDouble(offered -> offered.isNaN() ? Double.POSITIVE_INFINITY : offered)
            .toArray();
    double[] weights = new double[demands.length];
    Arrays.setAll(weights, scenario::weight);
    double[] shares =
        WaterFilling.shares(demands, weights, answered.stream().mapToDouble(a -> a).sum());
    return IntStream.range(0, shares.length)
        .mapToDouble(i -> answered.get(i) / shares[i] - 1)
        .sorted()
        .toArray();
  }

  /** Which part of some values, in per cent, is so large or less. */
  private static Curve shares(String name, double[] ascending, double scale) {
    List<Double> x = new ArrayList<>();
    List<Double> y = new ArrayList<>();
    for (int i = 0; i < ascending.length; i++) {
      x.add(ascending[i] * scale);
      y.add(PERCENT * (i + 1) / ascending.length);
    }
    return new Curve(name, x, y);
  }

  private static Curve rates(PaperPoint point, SimulatedRun run) {
    List<Double> x = new ArrayList<>();
    List<Double> y = new ArrayList<>();
    run.switches().offered().stream()
        .sorted(Comparator.reverseOrder())
        .forEach(
            rate -> {
              x.add((double) (x.size() + 1));
              y.add(rate);
            });
    return new Curve(point.place().map(Place::name).orElse(point.name()), x, y);
  }

  private static Curve thresholds(String name, List<Window> timeline) {
    List<Double> x = new ArrayList<>();
    List<Double> y = new ArrayList<>();
    for (Window window : timeline) {
      double median = Rounds.median(sortedThresholds(List.of(window)));
      if (!Double.isNaN(median)) {
        x.add(window.atSeconds());
        y.add(median);
      }
    }
    return new Curve(name, x, y);
  }
}
