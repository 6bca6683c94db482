package maestro.emulator.report;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalDouble;
import maestro.emulator.format.Figures;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

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

  /** Whether a reader has to be warned of its numbers: tables mark it with {@code *}. */
  boolean isMarked() {
    return !completion.complete()
        || emulator.bound()
        || sending.isDoubtful()
        || subject.scenario().capacity().isDoubtful()
        || isDisturbed();
  }

  /** The same, as measured in a round. */
  public RunResult inRound(int round) {
    return withSubject(subject.withRound(round));
  }

  /** The same, of a controller that was started with a strategy and settings. */
  public RunResult startedWith(String meaning) {
    return withSubject(subject.withStart(meaning));
  }

  /** The same, with rates that were multiplied with this capacity. */
  public RunResult relativeTo(Capacity capacity) {
    return withSubject(subject.withScenario(subject.scenario().withCapacity(capacity)));
  }

  /** The same numbers about something else. */
  RunResult withSubject(Subject other) {
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
   * @param controller its name in tables: a strategy, a subject, or the text of {@code --against}
   * @param startedWith the strategy and the settings that the name stands for; empty when it says
   *     all, or when others started the controller
   * @param startedAt date and time of the start, ISO 8601 with zone
   * @param round from 1, in which of the rounds of a command; 1 when there was only one
   * @param emulatorVersion of the jar; empty when it is not known
   * @param scenario what the emulator was asked to do
   * @param machine where the emulator ran
   */
  public record Subject(
      String controller,
      String startedWith,
      String startedAt,
      int round,
      String emulatorVersion,
      ScenarioFacts scenario,
      MachineFacts machine) {
    /** Files of earlier versions have neither settings nor round nor version. */
    public Subject {
      startedWith = Objects.requireNonNullElse(startedWith, "");
      round = Math.max(1, round);
      emulatorVersion = Objects.requireNonNullElse(emulatorVersion, "");
    }

    /** The same by another name. */
    Subject withController(String name) {
      return new Subject(name, startedWith, startedAt, round, emulatorVersion, scenario, machine);
    }

    private Subject withStart(String meaning) {
      return new Subject(controller, meaning, startedAt, round, emulatorVersion, scenario, machine);
    }

    private Subject withRound(int other) {
      return new Subject(
          controller, startedWith, startedAt, other, emulatorVersion, scenario, machine);
    }

    private Subject withScenario(ScenarioFacts other) {
      return new Subject(
          controller, startedWith, startedAt, round, emulatorVersion, other, machine);
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
   * @param floodedRequests right answers to requests of measured time that went to all ports; they
   *     count as right, but spread packets to hosts that are not their destination
   * @param answeredBy by which messages requests of measured time were answered rightly; nothing in
   *     files of earlier versions
   * @param measuredSeconds length of the measured time; 0 when the run did not come to it
   * @param throughputRequestsPerSecond right answers in measured time; NaN when there was none
   */
  public record Answers(
      ErrorCounts errors,
      ErrorCounts probingErrors,
      ErrorCounts warmUpErrors,
      List<FirstError> firstErrors,
      long floodedRequests,
      AnsweredBy answeredBy,
      double measuredSeconds,
      double throughputRequestsPerSecond) {
    /** Files of earlier versions have one kind of counts, and 0 for an unknown throughput. */
    public Answers {
      throughputRequestsPerSecond = measuredSeconds > 0 ? throughputRequestsPerSecond : Double.NaN;
      answeredBy = Objects.requireNonNullElse(answeredBy, AnsweredBy.NONE);
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
   * @param filledOnce the same from shares of one water filling over the whole run, as the Maestro
   *     paper has them; unknown in files of earlier versions
   * @param worstWindow the same in the 100 ms with the largest deviation of a switch, of the
   *     switches whose own window ends there
   * @param jain Jain's index of got ÷ fair share; 1 is fair
   * @param portions in what portions the controller answered; unknown in files of earlier versions
   */
  public record Fairness(
      Spread deviation, Spread filledOnce, Spread worstWindow, double jain, Portions portions) {
    /** Files of earlier versions have no portions, and did not fill once. */
    public Fairness {
      filledOnce = Objects.requireNonNullElse(filledOnce, Spread.UNKNOWN);
      portions = Objects.requireNonNullElse(portions, Portions.UNKNOWN);
    }
  }

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
   * @param capacity that relative rates were multiplied with
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
      int agentCount,
      Capacity capacity) {
    /** Files of earlier versions have no capacity. */
    public ScenarioFacts {
      capacity = Objects.requireNonNullElse(capacity, Capacity.NONE);
    }

    private ScenarioFacts withCapacity(Capacity other) {
      return new ScenarioFacts(
          name,
          description,
          load,
          openflow,
          topology,
          switchCount,
          linkCount,
          hostCount,
          frameSizeBytes,
          buffered,
          rates,
          probesPerSecond,
          emulatorThreads,
          agentCount,
          other);
    }
  }

  /**
   * The throughput at full load that relative rates were multiplied with.
   *
   * @param requestsPerSecond NaN when no rate is relative, or when it was not measured for this run
   * @param measuredSeconds how long it was measured, without the warm-up
   * @param settled whether it had stopped rising by then; else the rates may be too low
   */
  public record Capacity(double requestsPerSecond, double measuredSeconds, boolean settled) {
    /** No rate is relative. */
    public static final Capacity NONE = new Capacity(Double.NaN, 0, false);

    /** Whether rates were too low, perhaps. */
    boolean isDoubtful() {
      return !Double.isNaN(requestsPerSecond) && !settled;
    }

    /** One line; empty when no rate is relative. */
    String note() {
      if (Double.isNaN(requestsPerSecond)) {
        return "";
      }
      return String.format(
          Locale.ROOT,
          settled
              ? "rates are relative to a capacity of %s requests/s, which had settled after %.1f s"
              : "the capacity of %s requests/s still rose after %.1f s: the rates may be too low",
          Figures.rate(requestsPerSecond),
          measuredSeconds);
    }
  }

  /** Five points of a distribution over switches. */
  public record Spread(double min, double p10, double p50, double p90, double max) {
    /** Nothing was measured. */
    static final Spread UNKNOWN =
        new Spread(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

    /** The larger distance of the two ends from 0. */
    public double largest() {
      return Math.max(Math.abs(min), Math.abs(max));
    }

    /** The end that is farther from 0, with its sign. */
    public double farthest() {
      return -min > max ? min : max;
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
  public record DelayPoint(double percentile, double delayNs) {
    private static final int TICKS_PER_HALF_DISTANCE = 5;

    /** The distribution of the delays in a histogram, ascending. */
    public static List<DelayPoint> of(Histogram histogram) {
      List<DelayPoint> points = new ArrayList<>();
      if (histogram.getTotalCount() > 0) {
        for (HistogramIterationValue value : histogram.percentiles(TICKS_PER_HALF_DISTANCE)) {
          points.add(
              new DelayPoint(value.getPercentileLevelIteratedTo(), value.getValueIteratedTo()));
        }
      }
      return points;
    }
  }

  /**
   * 100 ms of measured time.
   *
   * @param atSeconds start of the window, from the start of measured time
   * @param offeredRequestsPerSecond planned; NaN when there is no plan
   * @param refusedRequestsPerSecond of these, those whose time came while a socket was full, when
   *     the plan is not made up for
   * @param throughputRequestsPerSecond right answers
   * @param probingMeanNs mean delay of probes answered in the window; NaN when none was
   * @param largestDeviation of any switch in the window, by distance from 0; NaN when unknown
   */
  public record TimePoint(
      double atSeconds,
      double offeredRequestsPerSecond,
      double refusedRequestsPerSecond,
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
