package maestro.bench.batching;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import maestro.bench.batching.BatchingComparison.Round;
import maestro.bench.targets.ControllerPool;
import maestro.bench.targets.ControllerSetup;
import maestro.bench.targets.TraceSample;
import maestro.bench.targets.TraceStart;
import maestro.emulator.cli.StrategySubject;
import maestro.emulator.controller.ControllerProcess;
import maestro.emulator.engine.Emulation;
import maestro.emulator.engine.Progress;
import maestro.emulator.fairness.Fairness;
import maestro.emulator.format.Figures;
import maestro.emulator.report.Rounds;
import maestro.emulator.report.RunResult;
import maestro.emulator.report.RunResult.TimePoint;
import maestro.emulator.report.Timestamp;
import maestro.emulator.scenario.Scenario;
import maestro.emulator.scenario.ScenarioException;

/**
 * Runs controllers that differ in their batching, or in other settings, under the same load.
 * Relative rates are relative to the capacity of the first one. Used by one thread.
 */
public final class BatchingRuns implements AutoCloseable {
  private static final double NS_PER_SECOND = 1e9;

  private final int workers;
  private final List<Measured> subjects = new ArrayList<>();
  private final ControllerPool pool;
  private final Consumer<String> progress;
  private final BooleanSupplier ended;

  private record Measured(StrategySubject subject, ControllerSetup setup, Path trace) {
    String name() {
      return subject.name();
    }
  }

  /**
   * Makes the runs; starts nothing.
   *
   * @param root of the installation
   * @param config of all controllers; empty for config/learning-switch.conf
   * @param workers of each controller
   * @param subjects at least one; no two with the same {@link #fileName}
   * @param folder for traces and logs
   * @param progress receives a line for each step
   * @param ended whether to stop; a run in progress does not count then
   */
  public BatchingRuns(
      Path root,
      Optional<Path> config,
      int workers,
      List<StrategySubject> subjects,
      Path folder,
      Consumer<String> progress,
      BooleanSupplier ended)
      throws ScenarioException {
    this.workers = workers;
    this.pool = new ControllerPool(root, folder);
    this.progress = progress;
    this.ended = ended;
    for (StrategySubject subject : subjects) {
      Path trace = folder.toAbsolutePath().resolve(fileName(subject) + ".csv");
      ControllerSetup setup = setup(subject, trace, workers);
      this.subjects.add(
          new Measured(
              subject,
              config.map(file -> setup.withConfig(file.toAbsolutePath().toString())).orElse(setup),
              trace));
    }
  }

  /** The begin of the names of a subject's files. */
  public static String fileName(StrategySubject subject) {
    return subject.name().replace(':', '-');
  }

  private static ControllerSetup setup(StrategySubject subject, Path trace, int workers) {
    List<String> settings = new ArrayList<>();
    settings.add("maestro.connection.max-per-address=16384");
    settings.addAll(subject.settings());
    settings.add("maestro.batching.trace=" + trace);
    return ControllerSetup.strategy(
        fileName(subject), subject.strategy(), workers, settings.toArray(String[]::new));
  }

  /** One run for each subject, over time. */
  public BatchingResult overTime(Scenario scenario) throws IOException, ScenarioException {
    warmUp();
    Scenario absolute = absolute(scenario);
    List<BatchingResult.Run> runs = new ArrayList<>();
    for (Measured each : subjects) {
      if (!ended.getAsBoolean()) {
        progress.accept(scenario.name() + ": " + each.name());
        ControllerProcess process = pool.warm(each.setup());
        TraceStart start = new TraceStart(each.trace());
        RunResult result = each.setup().emulate(process, absolute, each.name(), start);
        if (!ended.getAsBoolean()) {
          runs.add(run(each, absolute, result, start.samples()));
        }
      }
    }
    return new BatchingResult(Timestamp.now(), Emulation.machine(), workers, words(absolute), runs);
  }

  /** Rounds of all subjects, each second one in reverse order. */
  public BatchingComparison compare(List<Scenario> scenarios, int rounds)
      throws IOException, ScenarioException {
    warmUp();
    List<BatchingComparison.Row> rows = new ArrayList<>();
    for (Scenario scenario : scenarios) {
      rows.addAll(compare(scenario, rounds));
    }
    return new BatchingComparison(Timestamp.now(), Emulation.machine(), workers, rows);
  }

  private List<BatchingComparison.Row> compare(Scenario scenario, int rounds)
      throws IOException, ScenarioException {
    List<List<Round>> found = new ArrayList<>();
    String[] notes = new String[subjects.size()];
    Arrays.fill(notes, "");
    subjects.forEach(each -> found.add(new ArrayList<>()));
    for (int round = 0; round < rounds && !ended.getAsBoolean(); round++) {
      Scenario absolute = absolute(scenario);
      for (int k = 0; k < subjects.size() && !ended.getAsBoolean(); k++) {
        int i = round % 2 == 0 ? k : subjects.size() - 1 - k;
        Measured each = subjects.get(i);
        progress.accept(scenario.name() + " " + (round + 1) + "/" + rounds + ": " + each.name());
        ControllerProcess process = pool.warm(each.setup());
        RunResult result = each.setup().emulate(process, absolute, each.name(), Progress.NONE);
        if (!ended.getAsBoolean()) {
          found.get(i).add(round(result));
          notes[i] = notes[i].isEmpty() ? note(result) : notes[i];
        }
      }
    }
    List<BatchingComparison.Row> rows = new ArrayList<>();
    Round first = median(found.get(0));
    for (int i = 0; i < subjects.size(); i++) {
      Round median = median(found.get(i));
      Round ratio =
          new Round(
              median.throughput() / first.throughput(),
              median.probingMeanNs() / first.probingMeanNs(),
              median.probingP99Ns() / first.probingP99Ns());
      rows.add(
          new BatchingComparison.Row(
              scenario.name(),
              subjects.get(i).name(),
              subjects.get(i).subject().meaning(),
              found.get(i),
              median,
              ratio,
              notes[i]));
    }
    return rows;
  }

  /** Starts all controllers and loads them, before the measurement. */
  private void warmUp() throws IOException, ScenarioException {
    for (Measured each : subjects) {
      progress.accept("warming up: " + each.name());
      pool.warm(each.setup());
    }
  }

  private Scenario absolute(Scenario scenario) throws IOException, ScenarioException {
    return scenario.needsCapacity()
        ? scenario.resolve(pool.capacity(subjects.get(0).setup()))
        : scenario;
  }

  private static Round round(RunResult result) {
    return new Round(
        result.throughputRequestsPerSecond(),
        result.waits().probing().meanNs(),
        result.waits().probing().p99Ns());
  }

  private static Round median(List<Round> rounds) {
    return new Round(
        median(rounds, Round::throughput),
        median(rounds, Round::probingMeanNs),
        median(rounds, Round::probingP99Ns));
  }

  private static double median(List<Round> rounds, ToDoubleFunction<Round> of) {
    return Rounds.median(Fairness.sorted(rounds.stream().mapToDouble(of).toArray()));
  }

  private static String note(RunResult result) {
    return String.join("; ", Rounds.of(List.of(result)).get(0).marks());
  }

  /** The result of a run over time, with the samples of the controller's trace. */
  private static BatchingResult.Run run(
      Measured each, Scenario scenario, RunResult result, List<TraceSample> samples) {
    List<BatchingResult.Point> points = new ArrayList<>();
    for (TimePoint at : result.timeline()) {
      double ibt =
          mean(
              samples.stream()
                  .filter(s -> s.isWithin(at.atSeconds(), at.atSeconds() + 0.1))
                  .mapToDouble(TraceSample::ibt)
                  .toArray());
      points.add(
          new BatchingResult.Point(
              at.atSeconds(),
              at.offeredRequestsPerSecond(),
              at.throughputRequestsPerSecond(),
              ibt,
              at.probingMeanNs()));
    }
    List<BatchingResult.Step> steps = new ArrayList<>();
    List<Scenario.Step> schedule = scenario.schedule();
    for (int i = 0; i < schedule.size(); i++) {
      double from = schedule.get(i).atNs() / NS_PER_SECOND;
      boolean isLast = i + 1 == schedule.size();
      double to =
          isLast ? result.answers().measuredSeconds() : schedule.get(i + 1).atNs() / NS_PER_SECOND;
      steps.add(step(from, to, points, samples));
    }
    return new BatchingResult.Run(
        each.name(), each.subject().meaning(), steps, points, note(result));
  }

  public static BatchingResult.Step step(
      double from, double to, List<BatchingResult.Point> points, List<TraceSample> samples) {
    List<BatchingResult.Point> own =
        points.stream().filter(p -> p.atSeconds() >= from && p.atSeconds() < to).toList();
    List<TraceSample> told = samples.stream().filter(s -> s.isWithin(from, to)).toList();
    double batch = Double.NaN;
    if (told.size() > 1) {
      TraceSample first = told.get(0);
      TraceSample last = told.get(told.size() - 1);
      batch = (double) (last.requests() - first.requests()) / (last.batches() - first.batches());
    }
    double[] delays =
        Fairness.sorted(own.stream().mapToDouble(BatchingResult.Point::probingMeanNs).toArray());
    return new BatchingResult.Step(
        from,
        to,
        mean(own.stream().mapToDouble(BatchingResult.Point::offeredPerSecond).toArray()),
        mean(own.stream().mapToDouble(BatchingResult.Point::servedPerSecond).toArray()),
        mean(told.stream().mapToDouble(TraceSample::ibt).toArray()),
        batch,
        mean(delays),
        Fairness.percentile(delays, 99));
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(Double.NaN);
  }

  private static String words(Scenario scenario) {
    List<String> rates = new ArrayList<>();
    scenario.schedule().forEach(step -> rates.add(String.format("%,.0f", step.rate().value())));
    return Figures.count(scenario.network().switchCount(), "switch", "switches")
        + ", "
        + scenario.shape().distribution().text()
        + ", "
        + String.join(" then ", rates)
        + " requests a second";
  }

  @Override
  public void close() {
    pool.close();
  }
}
