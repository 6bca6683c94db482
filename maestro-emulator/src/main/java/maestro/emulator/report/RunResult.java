package maestro.emulator.report;

import java.util.List;

/**
 * What one run against one controller measured. Immutable; travels as JSON through {@link
 * ResultJson}. A number that is not known is NaN, which is {@code null} in JSON.
 *
 * @param controller the name the run goes by in tables: a strategy, or what {@code --against} said
 * @param startedAt date and time of the start, ISO 8601 with zone
 * @param scenario what was asked
 * @param machine where it ran
 * @param switches one entry a switch, ordered by number, without the probing switch
 * @param errors answers that are not what they should be, and answers that never came
 * @param floodedRequests right answers that went to all ports; they count as right, but spread
 *     packets to hosts that they are not for
 * @param measuredSeconds length of the measured time
 * @param throughputRequestsPerSecond right answers in measured time, of all switches
 * @param deviation over switches that are known, from the max-min fair share, whole run; 0.01 is
 *     one per cent more
 * @param worstWindow the same in the 100 ms window where some switch deviates most
 * @param jain Jain's index on got ÷ fair share; 1 is fair
 * @param probing delay of the probing switch
 * @param pauses the longest silence of the controller
 * @param setUpSeconds from the first connection to the end of the last handshake; NaN when that was
 *     not reached
 * @param delays delay of all requests from their planned time, ascending percentiles
 * @param timeline one point per 100 ms, ascending
 * @param cpuSecondsPerMillionRequests the controller's; NaN when it is not ours to look at
 * @param otherPrograms what else this machine did in measured time
 * @param emulator whether the emulator was what limited the run
 * @param completion whether the run went to its end
 */
public record RunResult(
    String controller,
    String startedAt,
    ScenarioFacts scenario,
    MachineFacts machine,
    List<SwitchResult> switches,
    ErrorCounts errors,
    long floodedRequests,
    double measuredSeconds,
    double throughputRequestsPerSecond,
    Spread deviation,
    Spread worstWindow,
    double jain,
    DelaySummary probing,
    Pauses pauses,
    double setUpSeconds,
    List<DelayPoint> delays,
    List<TimePoint> timeline,
    double cpuSecondsPerMillionRequests,
    OtherPrograms otherPrograms,
    EmulatorState emulator,
    Completion completion) {

  /** Keeps copies of the lists. */
  public RunResult {
    switches = List.copyOf(switches);
    delays = List.copyOf(delays);
    timeline = List.copyOf(timeline);
  }

  /**
   * The scenario, in words and numbers for a reader.
   *
   * @param name the scenario's
   * @param description one sentence, or empty
   * @param load max, ping-pong or rate
   * @param openflow version, 1.0 or 1.3
   * @param topology how the switches are linked
   * @param switchCount without the probing switch
   * @param linkCount between them
   * @param hostCount unique addresses
   * @param frameSizeBytes of one request
   * @param buffered whether requests carry a buffer id
   * @param rates distribution and total rate in words, as the scenario writes them
   * @param probesPerSecond of the probing switch; 0 when there is none
   * @param emulatorThreads of all emulator processes
   * @param agentCount emulator processes on other machines; 0 when it is this one
   */
  public record ScenarioFacts(
      String name,
      String description,
      String load,
      String openflow,
      String topology,
      int switchCount,
      int linkCount,
      long hostCount,
      int frameSizeBytes,
      boolean buffered,
      String rates,
      double probesPerSecond,
      int emulatorThreads,
      int agentCount) {}

  /**
   * The machine the emulator ran on.
   *
   * @param coreCount processors that the JVM may use
   * @param processor model name, or empty
   * @param memoryBytes of the machine; 0 when unknown
   * @param jvm name and version
   * @param os name, version and architecture
   */
  public record MachineFacts(
      int coreCount, String processor, long memoryBytes, String jvm, String os) {}

  /**
   * One switch. Of one whose agent was lost nothing is known: counts are 0, all else is NaN.
   *
   * @param dpid datapath id, 16 hexadecimal digits
   * @param weight its weight in the fair share
   * @param offeredRequestsPerSecond planned; NaN when it sent as fast as it could
   * @param sentRequests written to the socket for measured time
   * @param answeredRequests of these, answered rightly in measured time
   * @param fairShareRequestsPerSecond max-min fair share of the throughput
   * @param deviation (got − share) ÷ share; NaN when the share is 0
   */
  public record SwitchResult(
      String dpid,
      double weight,
      double offeredRequestsPerSecond,
      long sentRequests,
      long answeredRequests,
      double fairShareRequestsPerSecond,
      double deviation) {}

  /**
   * Counts of what went wrong; all 0 is the only good answer.
   *
   * @param wrongPort answers that send the packet to another port than the host is at
   * @param doubled further answers to a request that had one
   * @param unasked answers to nothing that was asked
   * @param missing requests without an answer when the drain ended
   * @param outOfOrder answers that overtook one to an earlier request of the same switch
   */
  public record ErrorCounts(
      long wrongPort, long doubled, long unasked, long missing, long outOfOrder) {
    /** Nothing went wrong. */
    public static final ErrorCounts NONE = new ErrorCounts(0, 0, 0, 0, 0);

    /** All kinds together. */
    public long total() {
      return wrongPort + doubled + unasked + missing + outOfOrder;
    }

    /** Counts of two emulator processes together. */
    public ErrorCounts plus(ErrorCounts other) {
      return new ErrorCounts(
          wrongPort + other.wrongPort,
          doubled + other.doubled,
          unasked + other.unasked,
          missing + other.missing,
          outOfOrder + other.outOfOrder);
    }
  }

  /** Five points of a distribution over switches. */
  public record Spread(double min, double p10, double p50, double p90, double max) {
    /** Nothing was measured. */
    public static final Spread UNKNOWN =
        new Spread(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

    /** The larger distance of the two ends from 0. */
    public double largest() {
      return Math.max(Math.abs(min), Math.abs(max));
    }
  }

  /**
   * Delay, end to end, in nanoseconds; NaN when there is none.
   *
   * @param count of answered requests
   */
  public record DelaySummary(double meanNs, double p50Ns, double p99Ns, double maxNs, long count) {
    /** Nothing was measured. */
    public static final DelaySummary UNKNOWN =
        new DelaySummary(Double.NaN, Double.NaN, Double.NaN, Double.NaN, 0);
  }

  /**
   * How long anybody was left without an answer, in nanoseconds, in measured time.
   *
   * @param longestNs of any switch: from an answer, or from the first request after all were
   *     answered, to the next answer
   * @param emulatorNs the longest cycle of a load thread, which is what the emulator may have added
   */
  public record Pauses(double longestNs, double emulatorNs) {
    /** Nothing was measured. */
    public static final Pauses UNKNOWN = new Pauses(Double.NaN, Double.NaN);
  }

  /**
   * One point of the distribution of all delays.
   *
   * @param percentile 0 to 100
   * @param delayNs this part of the requests was answered within it
   */
  public record DelayPoint(double percentile, double delayNs) {}

  /**
   * 100 ms of measured time.
   *
   * @param atSeconds start of the window, from the start of measured time
   * @param offeredRequestsPerSecond planned; NaN when there is no plan
   * @param throughputRequestsPerSecond right answers
   * @param probingMeanNs mean delay of probes answered in the window; NaN when none was
   * @param largestDeviation of any switch in the window, by distance from 0; NaN when unknown
   */
  public record TimePoint(
      double atSeconds,
      double offeredRequestsPerSecond,
      double throughputRequestsPerSecond,
      double probingMeanNs,
      double largestDeviation) {}

  /**
   * Programs of the emulator's machine that are neither it nor the controller.
   *
   * @param processors that they used, with what the machine's host gave to others; NaN when unknown
   * @param disturbing whether that is so much that the numbers mean little
   */
  public record OtherPrograms(double processors, boolean disturbing) {
    private static final double QUIET_PROCESSORS = 0.1;

    /** Nobody looked. */
    public static final OtherPrograms UNKNOWN = of(Double.NaN);

    /** Judges what they used. */
    public static OtherPrograms of(double processors) {
      return new OtherPrograms(processors, processors > QUIET_PROCESSORS);
    }
  }

  /**
   * Whether the emulator itself was the bottleneck, in which case the numbers say nothing about the
   * controller.
   *
   * @param reason one line; empty unless bound
   */
  public record EmulatorState(boolean bound, String reason) {
    /** The controller was what limited the run. */
    public static final EmulatorState NOT_BOUND = new EmulatorState(false, "");
  }

  /**
   * Whether the run went to its end.
   *
   * @param reason why not, one line; empty when complete
   */
  public record Completion(boolean complete, String reason) {
    /** It went to its end. */
    public static final Completion COMPLETE = new Completion(true, "");
  }
}
