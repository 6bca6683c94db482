package maestro.emulator.engine;

import java.util.List;
import maestro.emulator.report.RunResult.DelaySummary;
import org.HdrHistogram.Histogram;

/**
 * What the load engine counted in one run, before anybody draws conclusions.
 *
 * @param switches one entry a switch, in order, without the probing switch
 * @param delays of requests in measured time, from their planned time, in nanoseconds
 * @param probing the same of the probing switch
 * @param probes sums of the probing switch by 100 ms
 * @param measuredNs how much of the measured time there was; less than planned after a failure
 * @param setUpNs from the first connection to the last message of the last handshake; 0 when that
 *     was not reached
 * @param effort how hard the emulator worked
 * @param learnedAll whether all addresses were taught before load began
 * @param failure one line when the run did not go to its end; else empty
 */
public record LoadResult(
    List<SwitchCounts> switches,
    Histogram delays,
    Histogram probing,
    List<ProbeWindow> probes,
    long measuredNs,
    long setUpNs,
    Effort effort,
    boolean learnedAll,
    String failure) {
  /** Of what is counted by time. */
  public static final long WINDOW_NS = 100_000_000;

  public LoadResult {
    switches = List.copyOf(switches);
    probes = List.copyOf(probes);
  }

  /**
   * One switch. Mistakes are counted over warm-up, measured time and drain.
   *
   * @param datapathId its id
   * @param known whether anything was counted; not when the agent that had it is lost
   * @param offeredRequests planned for measured time; −1 when there is no plan
   * @param waitingAtStart planned before measured time and not answered when that began
   * @param sentRequests in measured time
   * @param answeredRequests right answers that came in measured time
   * @param answeredByWindow the same by 100 ms
   * @param allSentRequests since load began
   * @param allAnsweredRequests right answers since load began, the drain included
   * @param missing 0 also when the run was cut short, since nobody waited for the last answers
   * @param flooded right answers that went to all ports
   * @param malformed answers that could not be read
   * @param longestPauseNs longest time in which the switch had requests out and no answer came
   */
  @SuppressWarnings("ArrayRecordComponent")
  public record SwitchCounts(
      long datapathId,
      boolean known,
      long offeredRequests,
      long waitingAtStart,
      long sentRequests,
      long answeredRequests,
      int[] answeredByWindow,
      long allSentRequests,
      long allAnsweredRequests,
      long wrongPort,
      long doubled,
      long unasked,
      long missing,
      long outOfOrder,
      long flooded,
      long malformed,
      long longestPauseNs) {
    /** A switch of which nothing is known. */
    public static SwitchCounts unknown(long datapathId) {
      return new SwitchCounts(
          datapathId, false, -1, 0, 0, 0, new int[0], 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    }
  }

  /** Probes answered in 100 ms: their delays added up, and how many there were. */
  public record ProbeWindow(long sumNs, int count) {}

  /**
   * How hard the emulator worked in measured time.
   *
   * @param busyShare of the busiest thread: the part of the time in which it had something to do
   * @param servedShare of the thread with most: the part of looks at a switch that found that the
   *     controller had answered nearly all it had sent; 0 when load is by rate
   * @param cpuShare of the busiest thread: the part of a processor that it got
   * @param lateShare the part of planned requests that left late because of the emulator
   * @param cpuSeconds of all load threads
   * @param longestCycleNs of any thread: it can hear nobody more often than once a cycle
   */
  public record Effort(
      double busyShare,
      double servedShare,
      double cpuShare,
      double lateShare,
      double cpuSeconds,
      long longestCycleNs) {}

  /** Right answers in measured time, of all switches. */
  public long answeredRequests() {
    return switches.stream().mapToLong(SwitchCounts::answeredRequests).sum();
  }

  /** Delays in a few numbers. */
  public static DelaySummary summary(Histogram histogram) {
    return histogram.getTotalCount() == 0
        ? DelaySummary.UNKNOWN
        : new DelaySummary(
            histogram.getMean(),
            histogram.getValueAtPercentile(50),
            histogram.getValueAtPercentile(99),
            histogram.getMaxValue(),
            histogram.getTotalCount());
  }

  /** Whether the run went to its end. */
  public boolean isComplete() {
    return failure.isEmpty();
  }
}
