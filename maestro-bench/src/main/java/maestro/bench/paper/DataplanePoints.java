package maestro.bench.paper;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import maestro.bench.dataplane.Cell;
import maestro.bench.dataplane.DataplaneBench;
import maestro.bench.dataplane.DataplaneResult.Round;
import maestro.bench.dataplane.Plan;
import maestro.bench.paper.PaperRound.Reading;
import maestro.config.Nearest;
import maestro.config.file.Problems;
import maestro.config.file.Section;

/**
 * Points of the emulated data plane, on this thread. The techniques run before the first point, so
 * that their code is compiled. Used by one thread.
 */
final class DataplanePoints implements PointRunner {
  private static final double NS_PER_SECOND = 1e9;
  private static final long LEAST_NS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long MOST_NS = TimeUnit.SECONDS.toNanos(60);

  private DataplaneBench bench;
  private int benchMs;
  private double capacity;

  /** A cell, and for how long it is measured. */
  private record Asked(Cell cell, int measureMs) {}

  @Override
  public String input(PaperPoint point) throws IOException {
    return asked(point, 1).toString();
  }

  @Override
  public PaperRound run(PaperPoint point, int number) throws IOException {
    int measureMs = asked(point, 1).measureMs();
    if (bench == null || benchMs != measureMs) {
      Plan plan = new Plan(true, 1, Plan.FULL.warmUpMs(), measureMs);
      bench = new DataplaneBench(plan, line -> {}, () -> false);
      benchMs = measureMs;
      capacity = bench.warmUp();
    }
    Round round = bench.measure(asked(point, capacity).cell());
    Map<String, Double> values = new TreeMap<>();
    PaperMetric.FRAMES.put(values, round.framesPerSecond());
    PaperMetric.FRAME_TIME.put(values, NS_PER_SECOND / round.framesPerSecond());
    PaperMetric.FRAME_DELAY.put(values, round.delayNs());
    PaperMetric.FAVOUR.put(values, round.secondLoss() - round.firstLoss());
    Reading reading =
        new Reading(point.subject().name(), point.place().orElseThrow().name(), values);
    return new PaperRound(number, round.doubt(), List.of(reading), List.of());
  }

  private static Asked asked(PaperPoint point, double capacity) throws IOException {
    String technique = point.subject().strategy();
    List<String> techniques = Cell.techniques();
    if (!techniques.contains(technique)) {
      throw new IOException(
          point.name()
              + ": found the technique '"
              + technique
              + "'; allowed: "
              + String.join(", ", techniques)
              + Nearest.hint(technique, techniques));
    }
    List<String> lines = new ArrayList<>(point.set());
    lines.add("duration=" + point.entry().run().duration());
    Problems problems = new Problems();
    Section section = Section.root(config(point, lines), problems);
    Cell cell = Cell.read(technique, section, capacity);
    long measureNs = section.durationNs("duration", LEAST_NS, MOST_NS);
    section.noOtherKeys();
    if (!problems.isEmpty()) {
      throw new IOException(point.name() + ": " + problems.lines().get(0));
    }
    return new Asked(cell, (int) TimeUnit.NANOSECONDS.toMillis(measureNs));
  }

  private static Config config(PaperPoint point, List<String> lines) throws IOException {
    try {
      return ConfigFactory.parseString(String.join("\n", lines));
    } catch (ConfigException e) {
      throw new IOException(point.name() + ": " + e.getMessage(), e);
    }
  }
}
