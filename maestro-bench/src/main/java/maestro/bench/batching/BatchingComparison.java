package maestro.bench.batching;

import java.util.List;
import maestro.emulator.report.MachineFacts;

/**
 * Controllers with different batching in several scenarios. Immutable; travels as JSON.
 *
 * @param startedAt date and time, ISO 8601 with zone
 * @param machine the machine on which it ran
 * @param workers of each controller
 * @param rows by scenario, then by subject; the others are compared with the first subject of a
 *     scenario
 */
public record BatchingComparison(
    String startedAt, MachineFacts machine, int workers, List<Row> rows) {
  /** Keeps a copy of the list. */
  public BatchingComparison {
    rows = List.copyOf(rows);
  }

  /** One round: requests a second, and the probing delay in ns; NaN when it is not known. */
  public record Round(double throughput, double probingMeanNs, double probingP99Ns) {}

  /**
   * One subject in one scenario.
   *
   * @param subject its name: a policy, or that of {@code --subject}
   * @param startedWith the strategy and the settings that the name stands for
   * @param rounds in order
   * @param median of each number
   * @param ratio of the medians to those of the first subject; 1 is the same
   * @param note one line when a round is incomplete or disturbed; else empty
   */
  public record Row(
      String scenario,
      String subject,
      String startedWith,
      List<Round> rounds,
      Round median,
      Round ratio,
      String note) {
    /** Keeps a copy of the list. */
    public Row {
      rounds = List.copyOf(rounds);
    }
  }
}
