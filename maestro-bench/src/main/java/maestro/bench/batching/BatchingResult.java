package maestro.bench.batching;

import java.util.List;
import maestro.emulator.report.MachineFacts;

/**
 * One run with changing rates for each subject. Immutable; travels as JSON. A number that is not
 * known is NaN, which is {@code null} in JSON.
 *
 * @param startedAt date and time, ISO 8601 with zone
 * @param machine the machine on which it ran
 * @param workers of each controller
 * @param load the scenario in words
 * @param runs one for each subject
 */
public record BatchingResult(
    String startedAt, MachineFacts machine, int workers, String load, List<Run> runs) {
  /** Keeps a copy of the list. */
  public BatchingResult {
    runs = List.copyOf(runs);
  }

  /**
   * One subject.
   *
   * @param subject its name: a policy, or that of {@code --subject}
   * @param startedWith the strategy and the settings that the name stands for
   * @param steps one for each step of the schedule
   * @param points one for each 100 ms
   * @param note one line when the run is incomplete or disturbed; else empty
   */
  public record Run(
      String subject, String startedWith, List<Step> steps, List<Point> points, String note) {
    /** Keeps copies of the lists. */
    public Run {
      steps = List.copyOf(steps);
      points = List.copyOf(points);
    }
  }

  /**
   * A time in which one rate was offered.
   *
   * @param fromSeconds since measured time began
   * @param ibt mean threshold of all workers, in requests
   * @param batchRequests mean size of the batches that were run
   * @param probingMeanNs mean of the 100 ms means
   * @param probingP99Ns of these
   */
  public record Step(
      double fromSeconds,
      double toSeconds,
      double offeredPerSecond,
      double servedPerSecond,
      double ibt,
      double batchRequests,
      double probingMeanNs,
      double probingP99Ns) {}

  /**
   * 100 ms.
   *
   * @param atSeconds since measured time began
   * @param ibt mean of all workers, in requests; NaN when unknown
   * @param probingMeanNs NaN when no probe was answered
   */
  public record Point(
      double atSeconds,
      double offeredPerSecond,
      double servedPerSecond,
      double ibt,
      double probingMeanNs) {}
}
