package maestro.emulator.engine.result;

import java.util.Arrays;
import java.util.List;
import maestro.emulator.report.AnsweredBy;
import maestro.emulator.report.Answerers;
import maestro.emulator.report.DelaySummary;
import maestro.emulator.report.ErrorCounts;
import maestro.emulator.report.FirstError;
import maestro.emulator.report.KernelTcp;
import maestro.emulator.report.SwitchDelay;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What the load engine counted in one run, before anybody draws conclusions.
 *
 * @param switches one entry a switch, in order, without the probing switch
 * @param delays of requests in measured time, from their planned time, in nanoseconds
 * @param probing the same of the probing switch
 * @param probes sums of the probing switch by 100 ms
 * @param lostProbes of requests of the probing switch in measured time that had no answer: from
 *     their planned time to the end of the run. Empty when the run was cut short
 * @param probe the probing switch; unknown when there is none, or when its agent is lost
 * @param firstErrors the first error of each kind, of all switches
 * @param measuredNs how much of the measured time there was; less than planned after a failure
 * @param setUpNs from the first connection to the last message of the last handshake; 0 when that
 *     was not reached
 * @param effort how hard the emulator worked
 * @param sending whether the emulator kept sockets filled, and how late requests left
 * @param learnedAll whether all addresses were taught before load began
 * @param otherProcessors what other programs used of the machines of agents, on the one where it
 *     was most; NaN when unknown, and without agents
 * @param failure one line when the run did not go to its end; else empty
 * @param outages when switches were taken down by plan, by switch and time
 */
public record LoadResult(
    List<SwitchCounts> switches,
    Histogram delays,
    Histogram probing,
    List<ProbeWindow> probes,
    Histogram lostProbes,
    SwitchCounts probe,
    List<FirstError> firstErrors,
    long measuredNs,
    long setUpNs,
    Effort effort,
    Sending sending,
    boolean learnedAll,
    double otherProcessors,
    String failure,
    List<Outage> outages) {
  /** Of what is counted by time. */
  public static final long WINDOW_NS = 100_000_000;

  public LoadResult {
    switches = List.copyOf(switches);
    probes = List.copyOf(probes);
    firstErrors = List.copyOf(firstErrors);
    outages = List.copyOf(outages);
  }

  /**
   * A switch was taken down by plan.
   *
   * @param switchNumber from 0
   * @param fromNs since the start of measured time
   * @param untilNs when it asked again; {@link Long#MAX_VALUE} when it did not
   * @param unanswered requests that had no answer yet, and are not missing
   */
  public record Outage(int switchNumber, long fromNs, long untilNs, long unanswered) {
    public Outage until(long endNs) {
      return new Outage(switchNumber, fromNs, endNs, unanswered);
    }

    /** Whether some of a window lies in it. */
    boolean touches(long beginNs, long endNs) {
      return fromNs < endNs && untilNs > beginNs;
    }
  }

  /**
   * One switch.
   *
   * @param datapathId its id
   * @param known whether anything was counted; not when the agent that had it is lost
   * @param offeredRequests planned for measured time; −1 when there is no plan
   * @param waitingAtStart planned before measured time and not answered when that began
   * @param sentRequests in measured time
   * @param answeredRequests right answers that came in measured time
   * @param answeredByWindow the same by 100 ms
   * @param portions in how many portions these came, with answers to other switches in between; 0
   *     when unknown, since a load thread had no other switch
   * @param plannedByWindow planned requests by 100 ms; empty without a plan
   * @param askedByWindow those of which the controller was asked, by 100 ms: when they left, or
   *     when they were planned if the socket was full then; empty without a plan
   * @param refusedByWindow those of them that were refused since the socket was full, by 100 ms of
   *     their planned time; empty when the plan is made up for
   * @param allSentRequests since load began
   * @param allAnsweredRequests right answers since load began, the drain included
   * @param errors about requests of measured time, whenever they came. Nothing is missing when the
   *     run was cut short, since nobody waited for the last answers
   * @param warmUpErrors the same about requests of the warm-up
   * @param flooded right answers that went to all ports, to requests of measured time
   * @param answeredBy by which messages, requests of measured time
   * @param delay of its answered requests of measured time
   * @param longestPauseNs longest time in which the switch had requests out and no answer came
   * @param longestPlannedGapNs longest time between two planned requests; −1 when unknown
   * @param answerers which controllers answered; null when there is one
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
      long portions,
      int[] plannedByWindow,
      int[] askedByWindow,
      int[] refusedByWindow,
      long allSentRequests,
      long allAnsweredRequests,
      ErrorCounts errors,
      ErrorCounts warmUpErrors,
      long flooded,
      AnsweredBy answeredBy,
      SwitchDelay delay,
      long longestPauseNs,
      long longestPlannedGapNs,
      @Nullable Answerers answerers) {
    /** A switch of which nothing is known. */
    public static SwitchCounts unknown(long datapathId) {
      ErrorCounts none = ErrorCounts.NONE;
      int[] windows = {};
      SwitchDelay unknown = SwitchDelay.UNKNOWN;
      return new SwitchCounts(
          datapathId,
          false,
          -1,
          0,
          0,
          0,
          windows,
          0,
          windows,
          windows,
          windows,
          0,
          0,
          none,
          none,
          0,
          AnsweredBy.NONE,
          unknown,
          0,
          -1,
          null);
    }

    /** The same, with the errors of another switch added. */
    public SwitchCounts withErrorsOf(SwitchCounts other) {
      return new SwitchCounts(
          datapathId,
          known,
          offeredRequests,
          waitingAtStart,
          sentRequests,
          answeredRequests,
          answeredByWindow,
          portions,
          plannedByWindow,
          askedByWindow,
          refusedByWindow,
          allSentRequests,
          allAnsweredRequests,
          errors.plus(other.errors),
          warmUpErrors.plus(other.warmUpErrors),
          flooded,
          answeredBy,
          delay,
          longestPauseNs,
          longestPlannedGapNs,
          answerers);
    }

    /** Requests of measured time that were refused. */
    public long refusedRequests() {
      return Arrays.stream(refusedByWindow).asLongStream().sum();
    }

    /** Errors about all requests. */
    public ErrorCounts allErrors() {
      return errors.plus(warmUpErrors);
    }
  }

  /** Probes answered in 100 ms: their delays added up, and how many there were. */
  public record ProbeWindow(long sumNs, int count) {}

  /**
   * How hard the emulator worked in measured time.
   *
   * @param busyShare of the busiest thread: the part of the time in which it had something to do
   * @param servedShare of the thread with most: the part of checks of a switch that found that the
   *     controller had answered nearly all it had sent; 0 when load is by rate
   * @param unreadShare of the thread with most: the part of checks of a switch that found more
   *     answers than one read takes; by rate, at a switch whose socket was full
   * @param cpuShare of the busiest thread: the part of a processor that it got
   * @param lateShare the part of planned requests that left late because of the emulator
   * @param cpuSeconds of all load threads
   * @param longestCycleNs of any thread: it can hear nobody more often than once a cycle
   */
  public record Effort(
      double busyShare,
      double servedShare,
      double unreadShare,
      double cpuShare,
      double lateShare,
      double cpuSeconds,
      long longestCycleNs) {}

  /**
   * How requests left in measured time.
   *
   * @param emptySwitches under full load, switches that some sample found with nothing outstanding
   * @param socketSamples sockets in all samples together; 0 unless under full load
   * @param emptySamples those of them that had nothing outstanding
   * @param boundSwitches switches of which more requests would have fitted into the socket than
   *     could be noted
   * @param waitingAtEnd requests that a slow controller had not come to when the time for the drain
   *     was over; they are not missing
   * @param kernel what TCP said on this machine from the first connection on; of agents, on the
   *     machine where it was most
   * @param lateness how late requests by plan left, in nanoseconds, without the probing switch's
   * @param probeLateness how late those of the probing switch left
   */
  public record Sending(
      int emptySwitches,
      long socketSamples,
      long emptySamples,
      int boundSwitches,
      long waitingAtEnd,
      KernelTcp kernel,
      Histogram lateness,
      Histogram probeLateness) {}

  /** Right answers in measured time, of all switches. */
  public long answeredRequests() {
    return switches.stream().mapToLong(SwitchCounts::answeredRequests).sum();
  }

  /** Delays of the probing switch in a few numbers, with lost probes as far as they waited. */
  DelaySummary probingSummary() {
    if (lostProbes.getTotalCount() == 0) {
      return summary(probing);
    }
    Histogram all = probing.copy();
    all.add(lostProbes);
    return new DelaySummary(
        all.getMean(),
        all.getValueAtPercentile(50),
        all.getValueAtPercentile(99),
        all.getMaxValue(),
        probing.getTotalCount(),
        lostProbes.getTotalCount(),
        lostProbes.getMinValue());
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
