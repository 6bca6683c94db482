package maestro.bench.paper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import maestro.bench.paper.PaperRound.Reading;
import maestro.bench.targets.TableResult;
import maestro.bench.targets.TableResult.Row;
import maestro.bench.targets.TargetTable;
import maestro.config.file.BadConfigurationException;
import maestro.emulator.scenario.ScenarioException;

/**
 * Points that are rows of {@code bench table}: a place has the name of its row, whose number is a
 * ratio. Used by one thread.
 */
final class TablePoints implements PointRunner {
  /** Of the row with the longest pause, which is no ratio. */
  private static final String PAUSE = "1s";

  private final Path root;
  private final Path logs;
  private final BooleanSupplier ended;

  /**
   * Starts nothing yet.
   *
   * @param root of the installation
   * @param logs folder for what the controllers say
   */
  TablePoints(Path root, Path logs, BooleanSupplier ended) {
    this.root = root;
    this.logs = logs;
    this.ended = ended;
  }

  @Override
  public String input(PaperPoint point) throws IOException {
    String name = name(point);
    List<String> ratios =
        table(point).list().stream()
            .filter(row -> row.target().unit() == TableResult.Unit.RATIO)
            .map(Row::name)
            .toList();
    if (!ratios.contains(name)) {
      throw new IOException("found the row '" + name + "'; allowed: " + String.join(", ", ratios));
    }
    return name + " " + point.entry().run().duration();
  }

  @Override
  public PaperRound run(PaperPoint point, int number) throws IOException {
    String name = name(point);
    List<Row> rows = new ArrayList<>();
    try {
      table(point)
          .measure(
              List.of(name), 1, Files.createDirectories(logs), line -> {}, rows::addAll, ended);
    } catch (ScenarioException e) {
      throw new IOException(name + ": " + e.getMessage(), e);
    }
    Map<String, Double> values = new TreeMap<>();
    String mark = "it was stopped";
    for (Row row : rows) {
      if (row.name().equals(name)) {
        PaperMetric.RATIO.put(values, row.value());
        mark = row.note();
      }
    }
    Reading reading = new Reading(point.subject().name(), name, values);
    return new PaperRound(number, mark, List.of(reading), List.of());
  }

  private static String name(PaperPoint point) throws IOException {
    return point
        .place()
        .orElseThrow(() -> new IOException("found steps; allowed: cases, each a row"))
        .name();
  }

  private TargetTable table(PaperPoint point) throws IOException {
    try {
      return new TargetTable(root, point.entry().run().duration(), PAUSE);
    } catch (ScenarioException | BadConfigurationException e) {
      throw new IOException(point.name() + ": " + e.getMessage(), e);
    }
  }
}
