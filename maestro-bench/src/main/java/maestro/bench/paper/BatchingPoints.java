package maestro.bench.paper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import maestro.bench.batching.BatchingResult;
import maestro.bench.batching.BatchingRuns;
import maestro.bench.paper.PaperEntry.Place;
import maestro.bench.paper.PaperRound.Curve;
import maestro.bench.paper.PaperRound.Reading;
import maestro.emulator.cli.StrategySubject;
import maestro.emulator.fairness.Fairness;
import maestro.emulator.report.Rounds;
import maestro.emulator.scenario.ScenarioException;

/**
 * Points of {@code bench batching}: a controller under a schedule, with the thresholds of its
 * batches. A run has all places, which are the steps. Used by one thread.
 */
final class BatchingPoints implements PointRunner {
  private final Path root;
  private final Path logs;
  private final BooleanSupplier ended;

  /**
   * Starts nothing yet.
   *
   * @param root of the installation
   * @param logs folder for traces and for what the controllers say
   */
  BatchingPoints(Path root, Path logs, BooleanSupplier ended) {
    this.root = root;
    this.logs = logs;
    this.ended = ended;
  }

  @Override
  public String input(PaperPoint point) throws IOException {
    int steps = point.scenario().schedule().size();
    int places = point.entry().sweep().places().size();
    if (point.place().isPresent() || steps != places) {
      throw new IOException(
          "found "
              + places
              + " places and "
              + steps
              + " steps of the schedule; allowed: steps, as many");
    }
    return point.scenario() + "\n" + point.workers() + "\n" + subject(point);
  }

  @Override
  public PaperRound run(PaperPoint point, int number) throws IOException {
    try (BatchingRuns runs =
        new BatchingRuns(
            root,
            Optional.empty(),
            point.workers(),
            List.of(subject(point)),
            Files.createDirectories(logs),
            line -> {},
            ended)) {
      BatchingResult result = runs.overTime(point.scenario());
      return result.runs().isEmpty()
          ? new PaperRound(number, "it was stopped", List.of(), List.of())
          : round(point, number, result.runs().get(0));
    } catch (ScenarioException e) {
      throw new IOException(point.name() + ": " + e.getMessage(), e);
    }
  }

  private static StrategySubject subject(PaperPoint point) {
    String name = point.entry().id() + "-" + point.subject().name();
    return new StrategySubject(name, point.subject().strategy(), point.controller());
  }

  private static PaperRound round(PaperPoint point, int number, BatchingResult.Run run) {
    List<Reading> readings = new ArrayList<>();
    List<Place> places = point.entry().sweep().places();
    for (int i = 0; i < places.size(); i++) {
      readings.add(
          new Reading(
              point.subject().name(), places.get(i).name(), values(run, run.steps().get(i))));
    }
    List<Double> x = new ArrayList<>();
    List<Double> y = new ArrayList<>();
    for (BatchingResult.Point at : run.points()) {
      if (!Double.isNaN(at.ibt())) {
        x.add(at.atSeconds());
        y.add(at.ibt());
      }
    }
    List<Curve> curves =
        point.entry().shown().curve().isPresent()
            ? List.of(new Curve(point.subject().name(), x, y))
            : List.of();
    return new PaperRound(number, run.note(), readings, curves);
  }

  /** The numbers of a step; those of the thresholds once it has settled. */
  private static Map<String, Double> values(BatchingResult.Run run, BatchingResult.Step step) {
    Map<String, Double> values = new TreeMap<>();
    PaperMetric.RPS.put(values, step.servedPerSecond());
    PaperMetric.OFFERED.put(values, step.offeredPerSecond());
    PaperMetric.PROBING.put(values, step.probingMeanNs());
    double from = step.fromSeconds() + SimulatedPoints.SETTLING_SECONDS;
    double[] thresholds =
        run.points().stream()
            .filter(at -> at.atSeconds() >= from && at.atSeconds() < step.toSeconds())
            .mapToDouble(BatchingResult.Point::ibt)
            .filter(ibt -> !Double.isNaN(ibt))
            .sorted()
            .toArray();
    PaperMetric.IBT.put(values, Rounds.median(thresholds));
    PaperMetric.IBT_LOW.put(values, Fairness.percentile(thresholds, SimulatedPoints.LOW_PERCENT));
    PaperMetric.IBT_HIGH.put(values, Fairness.percentile(thresholds, SimulatedPoints.HIGH_PERCENT));
    return values;
  }
}
