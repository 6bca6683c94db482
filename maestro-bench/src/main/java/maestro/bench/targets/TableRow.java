package maestro.emulator.table;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import maestro.emulator.report.TableResult;
import maestro.emulator.report.TableResult.Target;

/**
 * A row of the table: what it needs to be run, and what number it makes of that.
 *
 * @param name one word
 * @param group rows of a group are measured in the same rounds
 * @param what is measured, in one line
 * @param rounds how often; 0 for as often as the caller says
 * @param over which of the rounds' numbers is the row's
 * @param needs what is run in each round, in this order
 * @param value of a round's runs, by subject
 * @param aim the same, when the aim is measured, too; null when it is the target's
 */
record TableRow(
    String name,
    String group,
    String what,
    Target target,
    int rounds,
    Over over,
    List<Subject> needs,
    ToDoubleFunction<Map<Subject, TableResult.Run>> value,
    ToDoubleFunction<Map<Subject, TableResult.Run>> aim) {
  TableRow {
    needs = List.copyOf(needs);
  }

  /** What one number is made of many. */
  enum Over {
    MEDIAN,
    WORST
  }

  /** The row with what its rounds found; disturbed ones count only when there are no others. */
  TableResult.Row result(List<TableResult.Round> found, String measuredAt) {
    List<TableResult.Round> quiet = found.stream().filter(round -> !round.disturbed()).toList();
    List<TableResult.Round> counting = quiet.isEmpty() ? found : quiet;
    double[] values = numbers(counting, TableResult.Round::value);
    double[] aims = numbers(counting, TableResult.Round::aim);
    Target judged = aim == null ? target : target.withAim(median(aims));
    return new TableResult.Row(name, what, judged, summary(values), measuredAt, found);
  }

  /** One round of it. */
  TableResult.Round round(Map<Subject, TableResult.Run> runs) {
    List<TableResult.Run> own = needs.stream().map(runs::get).toList();
    boolean complete = own.stream().allMatch(run -> run.failure().isEmpty());
    return new TableResult.Round(
        complete ? value.applyAsDouble(runs) : Double.NaN,
        complete && aim != null ? aim.applyAsDouble(runs) : Double.NaN,
        own);
  }

  private double summary(double[] values) {
    if (over == Over.MEDIAN) {
      return median(values);
    }
    return (target.atLeast() ? Arrays.stream(values).min() : Arrays.stream(values).max())
        .orElse(Double.NaN);
  }

  /** The middle value, or the mean of both in the middle; NaN when there is none. */
  static double median(double[] values) {
    double[] sorted = Arrays.stream(values).sorted().toArray();
    int middle = sorted.length / 2;
    if (sorted.length == 0) {
      return Double.NaN;
    }
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  private static double[] numbers(
      List<TableResult.Round> rounds, ToDoubleFunction<TableResult.Round> pick) {
    return rounds.stream().mapToDouble(pick).filter(v -> !Double.isNaN(v)).toArray();
  }
}
