package maestro.bench.targets;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import maestro.emulator.report.Timestamp;
import maestro.emulator.scenario.ScenarioException;

/**
 * Measures rows.
 *
 * <ol>
 *   <li>The rows of a group share their rounds.
 *   <li>A round runs each subject of its rows once, so that a slow phase of the machine slows all
 *       of them. {@link InterleavedRuns} compares throughputs; other subjects run one after the
 *       other.
 *   <li>A run that other programs disturbed is repeated once.
 * </ol>
 *
 * <p>Used by one thread.
 */
final class TableMeasurement {
  private static final int MOST_REPETITIONS = 1;

  private final ControllerPool pool;
  private final InterleavedRuns interleavedRuns;
  private final int pairs;
  private final Consumer<String> progress;
  private final BooleanSupplier ended;

  /**
   * @param pairs rounds of a row without a number of its own
   * @param progress gets a line for each run
   * @param ended whether to stop; a round that is under way then does not count
   */
  TableMeasurement(
      ControllerPool pool, int pairs, Consumer<String> progress, BooleanSupplier ended) {
    this.pool = pool;
    this.interleavedRuns = new InterleavedRuns(pool);
    this.pairs = pairs;
    this.progress = progress;
    this.ended = ended;
  }

  /** Measures the rows, and hands out the results group by group. */
  void measure(List<TableRow> rows, Consumer<List<TableResult.Row>> done)
      throws IOException, ScenarioException {
    Map<String, List<TableRow>> groups = new LinkedHashMap<>();
    for (TableRow row : rows) {
      groups.computeIfAbsent(row.method().group(), name -> new ArrayList<>()).add(row);
    }
    for (Map.Entry<String, List<TableRow>> group : groups.entrySet()) {
      if (!ended.getAsBoolean()) {
        done.accept(measureGroup(group.getKey(), group.getValue()));
      }
    }
  }

  private List<TableResult.Row> measureGroup(String name, List<TableRow> rows)
      throws IOException, ScenarioException {
    Set<Subject> subjects = new LinkedHashSet<>();
    rows.forEach(row -> subjects.addAll(row.method().needs()));
    int rounds = rows.get(0).method().rounds() > 0 ? rows.get(0).method().rounds() : pairs;
    List<List<TableResult.Round>> found = new ArrayList<>();
    rows.forEach(row -> found.add(new ArrayList<>()));
    for (int round = 1; round <= rounds && !ended.getAsBoolean(); round++) {
      Map<Subject, TableResult.Run> runs =
          round(subjects, name + " " + round + "/" + rounds + ": ");
      for (int i = 0; i < rows.size() && !ended.getAsBoolean(); i++) {
        found.get(i).add(rows.get(i).round(runs));
      }
    }
    String now = Timestamp.now();
    List<TableResult.Row> results = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      if (!found.get(i).isEmpty()) {
        results.add(rows.get(i).result(found.get(i), now));
      }
    }
    return results;
  }

  private Map<Subject, TableResult.Run> round(Set<Subject> subjects, String place)
      throws IOException, ScenarioException {
    Map<Subject, TableResult.Run> runs = new HashMap<>();
    List<InterleavedRun> interleaved = all(subjects, InterleavedRun.class);
    if (!interleaved.isEmpty() && !ended.getAsBoolean()) {
      progress.accept(place + InterleavedRuns.announcement(interleaved));
      runs.putAll(interleavedRuns.run(interleaved));
      interleaved.forEach(subject -> progress.accept(place + line(runs.get(subject))));
    }
    for (Subject.Alone subject : all(subjects, Subject.Alone.class)) {
      if (!ended.getAsBoolean()) {
        runs.put(subject, run(subject, place));
      }
    }
    return runs;
  }

  private static <S> List<S> all(Set<Subject> subjects, Class<S> kind) {
    return subjects.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  /** Runs a subject, and repeats the run when other programs disturbed it. */
  private TableResult.Run run(Subject.Alone subject, String place)
      throws IOException, ScenarioException {
    TableResult.Run run = subject.run(pool);
    progress.accept(place + line(run));
    for (int again = 0;
        again < MOST_REPETITIONS && run.disturbed() && !ended.getAsBoolean();
        again++) {
      run = subject.run(pool);
      progress.accept(place + "was disturbed, again: " + line(run));
    }
    return run;
  }

  private static String line(TableResult.Run run) {
    StringBuilder line = new StringBuilder(run.subject());
    if (!Double.isNaN(run.startSeconds())) {
      line.append(String.format(", %.3f s", run.startSeconds()));
    }
    if (!Double.isNaN(run.throughputRequestsPerSecond())) {
      line.append(String.format(", %,.0f requests/s", run.throughputRequestsPerSecond()));
    }
    if (!Double.isNaN(run.largestDeviation())) {
      line.append(
          String.format(
              ", deviation %.2f %%, in 100 ms %.2f %%",
              100 * run.largestDeviation(), 100 * run.largestWindowDeviation()));
      line.append(
          String.format(
              ", probing %.3f/%.3f/%.3f ms, pause %.1f ms (emulator %.1f)",
              run.waits().probing().meanNs() / 1e6,
              run.waits().probing().p50Ns() / 1e6,
              run.waits().probing().p99Ns() / 1e6,
              run.waits().pauses().longestNs() / 1e6,
              run.waits().pauses().emulatorNs() / 1e6));
    }
    if (!Double.isNaN(run.otherCpuShare())) {
      line.append(String.format(", other CPU %.2f", run.otherCpuShare()));
    }
    line.append(run.emulatorBound() ? ", emulator bound" : "");
    line.append(run.errors() > 0 ? ", " + run.errors() + " errors" : "");
    return line.append(run.failure().isEmpty() ? "" : ": " + run.failure()).toString();
  }
}
