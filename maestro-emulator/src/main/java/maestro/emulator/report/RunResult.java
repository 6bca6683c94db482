package maestro.emulator.report;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * The measurements of one run against one controller. Immutable.
 *
 * <p>A result travels as JSON through {@link ResultJson}. There the parts marked {@link
 * JsonUnwrapped} have no level of their own: their components are keys of the result. An unknown
 * number is empty or NaN here, and {@code null} in JSON.
 *
 * @param subject what ran against what, where and when
 * @param switches one entry per switch, ordered by number, without the probing switch
 * @param answers of all switches together
 * @param fairness over the switches that are known
 * @param waits how long switches waited for the controller
 * @param timeline one point per 100 ms, ascending
 * @param windows the answers of each switch over time, in the order of {@code switches}; empty in
 *     files of versions that did not write them
 * @param events what the scenario let happen to the network
 * @param processors who used the processors of this machine
 * @param sending how the emulator sent
 * @param emulator whether the emulator limited the run
 * @param completion whether the run went to its end
 */
public record RunResult(
    @JsonUnwrapped Subject subject,
    List<SwitchResult> switches,
    @JsonUnwrapped Answers answers,
    @JsonUnwrapped Fairness fairness,
    @JsonUnwrapped Waits waits,
    List<TimePoint> timeline,
    SwitchWindows windows,
    List<HappenedEvent> events,
    @JsonUnwrapped Processors processors,
    Sending sending,
    EmulatorState emulator,
    Completion completion) {

  /** Keeps copies of the lists. Results from before {@code sending} was known have none. */
  public RunResult {
    sending = Objects.requireNonNullElse(sending, Sending.UNKNOWN);
    switches = List.copyOf(switches);
    timeline = List.copyOf(timeline);
    windows = Objects.requireNonNullElse(windows, SwitchWindows.NONE);
    events = events == null ? List.of() : List.copyOf(events);
  }

  /** The name of the controller in tables. */
  public String controller() {
    return subject.controller();
  }

  /** Whether other programs used so much of the machine that the numbers mean little. */
  boolean isDisturbed() {
    return processors.otherPrograms().disturbing();
  }

  /** The same, as measured in a round. */
  public RunResult inRound(int round) {
    Subject s = subject;
    return about(
        new Subject(
            s.controller(), s.startedAt(), round, s.emulatorVersion(), s.scenario(), s.machine()));
  }

  /** The same numbers about something else. */
  RunResult about(Subject other) {
    return new RunResult(
        other,
        switches,
        answers,
        fairness,
        waits,
        timeline,
        windows,
        events,
        processors,
        sending,
        emulator,
        completion);
  }

  /** Right answers of all switches in measured time. */
  public double throughputRequestsPerSecond() {
    return answers.throughputRequestsPerSecond();
  }

  /**
   * What ran against what.
   *
   * @param controller its name in tables: a strategy, or the text of {@code --against}
   * @param startedAt date and time of the start, ISO 8601 with zone
   * @param round from 1, in which of the rounds of a command; 1 when there was only one
   * @param emulatorVersion of the jar; empty when it is not known
   * @param scenario what the emulator was asked to do
   * @param machine where the emulator ran
   */
  public record Subject(
      String controller,
      String startedAt,
      int round,
      String emulatorVersion,
      ScenarioFacts scenario,
      MachineFacts machine) {
    /** Files of earlier versions have neither round nor version. */
    public Subject {
      round = Math.max(1, round);
      emulatorVersion = Objects.requireNonNullElse(emulatorVersion, "");
    }

    /** The same by another name. */
    Subject called(String name) {
      return new Subject(name, startedAt, round, emulatorVersion, scenario, machine);
    }
  }

  /**
   * Answers of all switches together.
   *
   * @param errors wrong answers in measured time and drain, and requests of measured time whose
   *     answers never came; without those of the probing switch
   * @param probingErrors the same of the probing switch
   * @param warmUpErrors the same about requests of the warm-up, of all switches
   * @param firstErrors the first error of each kind
   * @param floodedRequests right answers that went to all ports; they count as right, but spread
   *     packets to hosts that are not their destination
   * @param measuredSeconds length of the measured time
   * @param throughputRequestsPerSecond right answers in measured time
   */
  public record Answers(
      ErrorCounts errors,
      ErrorCounts probingErrors,
      ErrorCounts warmUpErrors,
      List<FirstError> firstErrors,
      long floodedRequests,
      double measuredSeconds,
      double throughputRequestsPerSecond) {
    /** Files of earlier versions have one kind of counts. */
    public Answers {
      probingErrors = Objects.requireNonNullElse(probingErrors, ErrorCounts.NONE);
      warmUpErrors = Objects.requireNonNullElse(warmUpErrors, ErrorCounts.NONE);
      firstErrors = firstErrors == null ? List.of() : List.copyOf(firstErrors);
    }

    /** Errors in measured time, of all switches, the probing switch included. */
    public long measuredErrors() {
      return errors.total() + probingErrors.total();
    }
  }

  /**
   * How near the switches came to their max-min fair shares.
   *
   * @param deviation from the share over the whole run; 0.01 is one per cent more
   * @param worstWindow the same in the 100 ms with the largest deviation of a switch, of the
   *     switches whose own window ends there
   * @param jain Jain's index of got ÷ fair share; 1 is fair
   */
  public record Fairness(Spread deviation, Spread worstWindow, double jain) {}

  /**
   * How long switches waited for the controller.
   *
   * @param probing delay of the probing switch
   * @param pauses the longest silence of the controller
   * @param setUpSeconds from the first connection to the end of the last handshake; empty when the
   *     run did not come so far
   * @param delays delay of all requests from their planned time, ascending percentiles
   */
  public record Waits(
      DelaySummary probing, Pauses pauses, OptionalDouble setUpSeconds, List<DelayPoint> delays) {
    /** Keeps a copy of the list. */
    public Waits {
      delays = List.copyOf(delays);
    }
  }

  /**
   * Who used the processors.
   *
   * @param cpuSecondsPerMillionRequests of the controller; empty when its process is not known
   * @param otherPrograms other programs of this machine in measured time
   */
  public record Processors(
      OptionalDouble cpuSecondsPerMillionRequests, OtherPrograms otherPrograms) {}

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
   * @param coreCount processors of the machine
   * @param usableCores of these, those that the JVM may use; fewer under {@code taskset}
   * @param processor model name, or empty
   * @param memoryBytes of the machine; 0 when unknown
   * @param jvm name and version
   * @param os name, version and architecture
   */
  public record MachineFacts(
      int coreCount, int usableCores, String processor, long memoryBytes, String jvm, String os) {
    /** Files of earlier versions say only what is usable. */
    public MachineFacts {
      usableCores = usableCores == 0 ? coreCount : usableCores;
    }

    /** {@code 2 cores}, or {@code 2 cores, 1 usable}. */
    public String cores() {
      return coreCount
          + (coreCount == 1 ? " core" : " cores")
          + (usableCores == coreCount ? "" : ", " + usableCores + " usable");
    }
  }

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
   * @param overTime how it fared within the run
   */
  public record SwitchResult(
      String dpid,
      double weight,
      double offeredRequestsPerSecond,
      long sentRequests,
      long answeredRequests,
      double fairShareRequestsPerSecond,
      double deviation,
      OverTime overTime) {
    /** Files of earlier versions do not say how it fared within the run. */
    public SwitchResult {
      overTime = Objects.requireNonNullElse(overTime, OverTime.UNKNOWN);
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
   * <p>A lost request counts with the time until the end of the run. It would have taken longer, so
   * numbers that depend on it are lower bounds.
   *
   * @param count of answered requests
   * @param lost requests without an answer
   * @param atLeastFromNs values from here on are lower bounds; NaN when nothing was lost
   */
  public record DelaySummary(
      double meanNs,
      double p50Ns,
      double p99Ns,
      double maxNs,
      long count,
      long lost,
      double atLeastFromNs) {
    /** Nothing was measured. */
    public static final DelaySummary UNKNOWN =
        new DelaySummary(Double.NaN, Double.NaN, Double.NaN, Double.NaN, 0);

    /** Of requests that were all answered. */
    public DelaySummary(double meanNs, double p50Ns, double p99Ns, double maxNs, long count) {
      this(meanNs, p50Ns, p99Ns, maxNs, count, 0, Double.NaN);
    }

    /** Whether the mean is a lower bound. */
    public boolean meanAtLeast() {
      return lost > 0;
    }

    /** Whether a percentile, or the maximum, is a lower bound. */
    public boolean isAtLeast(double valueNs) {
      return lost > 0 && valueNs >= atLeastFromNs;
    }
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
   * How the emulator sent, in measured time.
   *
   * @param limitRequests of one switch that may wait for an answer; 0 for as many as its socket
   *     takes
   * @param emptySwitches under full load, switches that some sample found with nothing outstanding
   * @param emptyShare the part of all samples of a socket that found that; NaN unless under full
   *     load
   * @param boundSwitches switches whose socket would have taken more than the emulator can note
   * @param waitingAtEnd requests that the controller had not come to when the time for the drain
   *     was over; they are not counted as missing
   * @param lateP50Ns half of the requests left no later than this after their planned time, in
   *     nanoseconds; NaN without a plan
   * @param lateP99Ns 99 of 100 requests
   * @param probesLateP99Ns 99 of 100 requests of the probing switch; NaN without any
   * @param summary one line of what a reader should know; may be empty
   * @param doubt one line of why the numbers are partly the emulator's own; empty when they are not
   */
  public record Sending(
      int limitRequests,
      int emptySwitches,
      double emptyShare,
      int boundSwitches,
      long waitingAtEnd,
      double lateP50Ns,
      double lateP99Ns,
      double probesLateP99Ns,
      String summary,
      String doubt) {
    /** Nobody looked. */
    public static final Sending UNKNOWN =
        new Sending(0, 0, Double.NaN, 0, 0, Double.NaN, Double.NaN, Double.NaN, "", "");

    /** The same numbers with other words. */
    Sending saying(String otherSummary, String otherDoubt) {
      return new Sending(
          limitRequests,
          emptySwitches,
          emptyShare,
          boundSwitches,
          waitingAtEnd,
          lateP50Ns,
          lateP99Ns,
          probesLateP99Ns,
          otherSummary,
          otherDoubt);
    }

    /** Whether the numbers are partly the emulator's own. */
    @JsonIgnore
    public boolean isDoubtful() {
      return !doubt.isEmpty();
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
