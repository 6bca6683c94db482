package maestro.bench.targets;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;
import maestro.config.file.BadConfigurationException;
import maestro.emulator.engine.Emulation;
import maestro.emulator.scenario.ScenarioException;

/** The project's table of targets. Used by one thread. */
public final class TargetTable {
  private final Path root;
  private final List<TableRow> rows;

  /**
   * The table.
   *
   * @param root of the installation
   * @param duration measured time of the runs for throughput, such as {@code 3s}
   * @param pauseDuration the same of the run for the longest pause
   * @throws ScenarioException with one line when a duration is wrong
   * @throws BadConfigurationException with one line for each mistake in {@code targets.conf}
   */
  public TargetTable(Path root, String duration, String pauseDuration)
      throws ScenarioException, BadConfigurationException {
    this.root = root;
    this.rows = TableRows.all(root, duration, pauseDuration);
  }

  /** All rows, without values. */
  public List<TableResult.Row> list() {
    return rows.stream().map(row -> row.result(List.of(), "")).toList();
  }

  /** The names of all rows. */
  public List<String> names() {
    return rows.stream().map(TableRow::name).toList();
  }

  /** Whether this names a row, or is how the names of some begin, up to a hyphen. */
  public boolean knows(String name) {
    return rows.stream().anyMatch(row -> isNamed(row, name));
  }

  /**
   * Measures rows.
   *
   * @param names of rows, or how they begin; all when there is none
   * @param pairs rounds of each row
   * @param logs folder for what controllers say
   * @param progress is told what happens, a line each
   * @param done is given rows when they are measured
   * @param ended whether to stop
   */
  public void measure(
      List<String> names,
      int pairs,
      Path logs,
      Consumer<String> progress,
      Consumer<List<TableResult.Row>> done,
      BooleanSupplier ended)
      throws IOException, ScenarioException {
    List<TableRow> wanted =
        rows.stream()
            .filter(row -> names.isEmpty() || names.stream().anyMatch(name -> isNamed(row, name)))
            .toList();
    try (ControllerPool pool = new ControllerPool(root, logs)) {
      new TableMeasurement(pool, pairs, progress, ended).measure(wanted, done);
    }
  }

  /** The earlier table with some rows measured anew, in this table's order. */
  public TableResult merge(List<TableResult.Row> earlier, List<TableResult.Row> measured) {
    List<TableResult.Row> merged = new ArrayList<>();
    for (TableRow row : rows) {
      Stream.concat(measured.stream(), earlier.stream())
          .filter(found -> found.name().equals(row.name()))
          .findFirst()
          .ifPresent(found -> merged.add(row.result(found.rounds(), found.measuredAt())));
    }
    return new TableResult(Emulation.machine(), merged);
  }

  private static boolean isNamed(TableRow row, String name) {
    return row.name().equals(name) || row.name().startsWith(name + "-");
  }
}
