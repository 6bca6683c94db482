package maestro.bench.targets;

import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * How a row of the table is measured. Immutable.
 *
 * @param group rows of a group are measured in the same rounds
 * @param rounds how many rounds; 0 for the number that the caller gives
 * @param over how the numbers of the rounds become the row's number
 * @param needs what each round runs, in this order
 * @param value makes a round's number of its runs, by subject
 * @param aim makes a round's aim of its runs; null when {@code targets.conf} has the aim
 */
record RowMethod(
    String group,
    int rounds,
    Over over,
    List<Subject> needs,
    ToDoubleFunction<Map<Subject, TableResult.Run>> value,
    ToDoubleFunction<Map<Subject, TableResult.Run>> aim) {
  RowMethod {
    needs = List.copyOf(needs);
  }

  /** How many numbers become one. */
  enum Over {
    MEDIAN,
    WORST
  }
}
