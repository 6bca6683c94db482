package maestro.bench.batching;

import java.util.List;
import maestro.emulator.report.MachineFacts;

/**
 * Batching policies over several scenarios. Immutable; travels as JSON.
 *
 * @param startedAt date and time, ISO 8601 with zone
 * @param machine the machine on which it ran
 * @param strategy of the controllers
 * @param rows by scenario, then by policy; the others are compared with the first policy of a
 *     scenario
 */
public record BatchingComparison(
    String startedAt, MachineFacts machine, String strategy, List<Row> rows) {
  /** Keeps a copy of the list. */
  public BatchingComparison {
    rows = List.copyOf(rows);
  }

  /** One round: requests a second, and the probing delay in ns; NaN when it is not known. */
  public record Round(double throughput, double probingMeanNs, double probingP99Ns) {}

  /**
   * One policy in one scenario.
   *
   * @param rounds in order
   * @param median of each number
   * @param ratio of the medians to those of the first policy; 1 is the same
   * @param note one line when a round is incomplete or disturbed; else empty
   */
  public record Row(
      String scenario, String policy, List<Round> rounds, Round median, Round ratio, String note) {
    /** Keeps a copy of the list. */
    public Row {
      rounds = List.copyOf(rounds);
    }
  }
}
