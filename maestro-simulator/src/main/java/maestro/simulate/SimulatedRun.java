package maestro.simulate;

import java.util.List;
import maestro.emulator.report.DelaySummary;
import maestro.emulator.report.Rounds;
import maestro.emulator.report.RunResult.DelayPoint;
import maestro.emulator.report.RunResult.Spread;

/**
 * The result of one simulated run. Immutable.
 *
 * @param strategy its name
 * @param workers how many
 * @param seed of all random numbers
 * @param throughputRequestsPerSecond answers in measured time, without those to the probing switch
 * @param refusedRequestsPerSecond requests that a full socket kept from leaving, when the plan is
 *     not made up for
 * @param deviation over switches, from the max-min fair share; 0.01 is one per cent more
 * @param filledOnce the same from shares of one water filling over all of measured time
 * @param worstWindow the same in the window of 100 ms where some switch deviates most
 * @param jain Jain's index on got ÷ fair share; 1 is fair
 * @param probing delay of the probing switch
 * @param delays the distribution of that delay, ascending percentiles
 * @param workerBusy part of measured time that workers worked, mean
 * @param helperBusy the same of the strategy's own thread that worked most; 0 without one
 * @param kernelNs time in system calls, for a request, of all threads
 * @param stageNs time in the controller's own code, for a request
 * @param memoryNs time for memory that other cores have written, for a request
 * @param switches what each switch asked for and got
 * @param timeline one for each window of 100 ms
 */
public record SimulatedRun(
    String strategy,
    int workers,
    long seed,
    double throughputRequestsPerSecond,
    double refusedRequestsPerSecond,
    Spread deviation,
    Spread filledOnce,
    Spread worstWindow,
    double jain,
    DelaySummary probing,
    List<DelayPoint> delays,
    double workerBusy,
    double helperBusy,
    double kernelNs,
    double stageNs,
    double memoryNs,
    Switches switches,
    List<Window> timeline) {
  /** Keeps copies of the lists. */
  public SimulatedRun {
    delays = List.copyOf(delays);
    timeline = List.copyOf(timeline);
  }

  /**
   * Requests a second of each switch, ordered by number, without the probing switch.
   *
   * @param offered planned, with those that were refused; NaN when it sent all it could
   * @param refused of these, those that were refused
   * @param fairShare its max-min fair share of the throughput
   * @param answered what it got
   */
  public record Switches(
      List<Double> offered, List<Double> refused, List<Double> fairShare, List<Double> answered) {
    /** Keeps copies of the lists. */
    public Switches {
      offered = List.copyOf(offered);
      refused = List.copyOf(refused);
      fairShare = List.copyOf(fairShare);
      answered = List.copyOf(answered);
    }
  }

  /**
   * 100 ms of measured time.
   *
   * @param atSeconds its beginning
   * @param offeredRequestsPerSecond planned, with those that were refused; NaN without a plan
   * @param refusedRequestsPerSecond of these, those that were refused
   * @param throughputRequestsPerSecond answers
   * @param thresholds the IBT of each worker at the end of the window; empty when batches end with
   *     each visit
   */
  public record Window(
      double atSeconds,
      double offeredRequestsPerSecond,
      double refusedRequestsPerSecond,
      double throughputRequestsPerSecond,
      List<Integer> thresholds) {
    /** Keeps a copy of the list. */
    public Window {
      thresholds = List.copyOf(thresholds);
    }
  }

  /** The median IBT of all workers over the windows; NaN when batches end with each visit. */
  double medianThreshold() {
    return Rounds.median(
        timeline.stream()
            .flatMap(window -> window.thresholds().stream())
            .mapToDouble(Integer::doubleValue)
            .toArray());
  }
}
