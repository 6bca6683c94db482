package maestro.bench.targets;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import maestro.bench.targets.TableResult.Target;
import maestro.emulator.report.Rounds;

/**
 * A row of the table: what it has to reach, and how it is measured. Immutable.
 *
 * @param name one word, unique in the table
 * @param title what is measured, in one line
 */
public record TableRow(String name, String title, Target target, RowMethod method) {
  /** The row with the results of its rounds. Disturbed rounds count only when all are disturbed. */
  TableResult.Row result(List<TableResult.Round> found, String measuredAt) {
    List<TableResult.Round> quiet = found.stream().filter(round -> !round.disturbed()).toList();
    List<TableResult.Round> counting = quiet.isEmpty() ? found : quiet;
    double[] values = numbers(counting, TableResult.Round::value);
    double[] aims = numbers(counting, TableResult.Round::aim);
    Target judged = method.aim() == null ? target : target.withAim(Rounds.median(aims));
    return new TableResult.Row(name, title, judged, summary(values), measuredAt, found);
  }

  /** Makes a round of its runs. A round with a failed run has no number. */
  TableResult.Round round(Map<Subject, TableResult.Run> runs) {
    List<TableResult.Run> own = method.needs().stream().map(runs::get).toList();
    boolean complete = own.stream().allMatch(run -> run.failure().isEmpty());
    return new TableResult.Round(
        complete ? method.value().applyAsDouble(runs) : Double.NaN,
        complete && method.aim() != null ? method.aim().applyAsDouble(runs) : Double.NaN,
        own);
  }

  private double summary(double[] values) {
    if (method.over() == RowMethod.Over.MEDIAN) {
      return Rounds.median(values);
    }
    return (target.atLeast() ? Arrays.stream(values).min() : Arrays.stream(values).max())
        .orElse(Double.NaN);
  }

  private static double[] numbers(
      List<TableResult.Round> rounds, ToDoubleFunction<TableResult.Round> pick) {
    return rounds.stream().mapToDouble(pick).filter(v -> !Double.isNaN(v)).toArray();
  }
}
