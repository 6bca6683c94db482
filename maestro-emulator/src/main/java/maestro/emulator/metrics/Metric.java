package maestro.emulator.metrics;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import maestro.emulator.report.DelaySummary;
import maestro.emulator.report.ErrorKind;
import maestro.emulator.report.Rounds;
import maestro.emulator.report.RunResult;
import maestro.emulator.report.RunResult.DelayPoint;
import maestro.emulator.report.SwitchDelay;
import maestro.emulator.report.SwitchResult;

/**
 * One number of a result, by the name that {@code --fail-if} and {@code diff} know. Immutable.
 *
 * <ol>
 *   <li>What must not happen may have happened more often had the run gone to its end: a count of
 *       it is a lower bound then.
 *   <li>A run that did not come to measured time says nothing, but how long it set up.
 *   <li>A request without an answer counts in delays with the time that it waited.
 * </ol>
 *
 * @param name lower case, such as {@code p99(probing)}
 * @param quantity its units
 * @param better which value of two is the better one
 * @param faults whether it counts what must not happen, so that the worst round counts
 * @param value of one run
 */
public record Metric(
    String name,
    Quantity quantity,
    Better better,
    boolean faults,
    Function<RunResult, Measured> value) {
  private static final double NS_PER_SECOND = 1e9;

  /** Which of two values is the better one. */
  public enum Better {
    HIGHER,
    LOWER,
    /** The one nearer to 0. */
    NEARER
  }

  /** All metrics by name, in the order in which they are listed. */
  private static final Map<String, Metric> ALL = new LinkedHashMap<>();

  static {
    add("throughput", Quantity.COUNT, Better.HIGHER, r -> r.throughputRequestsPerSecond());
    add("deviation", Quantity.PART, Better.LOWER, r -> r.fairness().deviation().largest());
    add(
        "deviation(window)",
        Quantity.PART,
        Better.LOWER,
        r -> r.fairness().worstWindow().largest());
    add("deviation(min)", Quantity.PART, Better.NEARER, r -> r.fairness().deviation().min());
    add("deviation(p10)", Quantity.PART, Better.NEARER, r -> r.fairness().deviation().p10());
    add("deviation(p50)", Quantity.PART, Better.NEARER, r -> r.fairness().deviation().p50());
    add("deviation(p90)", Quantity.PART, Better.NEARER, r -> r.fairness().deviation().p90());
    add("deviation(max)", Quantity.PART, Better.NEARER, r -> r.fairness().deviation().max());
    add("jain", Quantity.INDEX, Better.HIGHER, r -> r.fairness().jain());
    addProbing("mean(probing)", p -> new Measured(p.meanNs(), p.meanAtLeast()));
    addProbing("p50(probing)", p -> new Measured(p.p50Ns(), p.isAtLeast(p.p50Ns())));
    addProbing("p99(probing)", p -> new Measured(p.p99Ns(), p.isAtLeast(p.p99Ns())));
    addProbing("max(probing)", p -> new Measured(p.maxNs(), p.isAtLeast(p.maxNs())));
    addDelay("p50(delay)", 50);
    addDelay("p90(delay)", 90);
    addDelay("p99(delay)", 99);
    addDelay("max(delay)", 100);
    put("p99(switch)", Quantity.TIME, Better.LOWER, false, Metric::slowestSwitch);
    add("pause", Quantity.TIME, Better.LOWER, r -> r.waits().pauses().longestNs());
    ALL.put("setup", new Metric("setup", Quantity.TIME, Better.LOWER, false, Metric::setUp)); // 2
    add("cpu", Quantity.TIME, Better.LOWER, Metric::cpuNsPerMillion);
    addFaults("errors", r -> r.answers().measuredErrors());
    for (ErrorKind kind : ErrorKind.values()) {
      addFaults(
          kind.text().replaceAll("[ _]", "-"),
          r -> r.answers().errors().plus(r.answers().probingErrors()).count(kind));
    }
    addFaults("errors(probing)", r -> r.answers().probingErrors().total());
    addFaults("flooded", r -> r.answers().floodedRequests());
  }

  /** The metric of that name, if there is one. */
  public static Optional<Metric> named(String name) {
    return Optional.ofNullable(ALL.get(name));
  }

  /** All metrics, in the order in which they are listed. */
  public static List<Metric> all() {
    return List.copyOf(ALL.values());
  }

  /** The names of all. */
  public static List<String> names() {
    return List.copyOf(ALL.keySet());
  }

  /** What one run says. */
  Measured of(RunResult run) {
    return value.apply(run);
  }

  /** The median of the rounds that count; the worst of them for faults. */
  public Measured median(Rounds rounds) {
    List<Measured> all = rounds.counted().stream().map(this::of).toList();
    double[] values = all.stream().mapToDouble(Measured::value).toArray();
    if (faults) {
      boolean atLeast = all.stream().anyMatch(Measured::atLeast);
      return new Measured(Arrays.stream(values).max().orElse(Double.NaN), atLeast);
    }
    double median = Rounds.median(values);
    double worst = Rounds.median(all.stream().mapToDouble(Measured::worst).toArray());
    return new Measured(median, worst > median);
  }

  private static void add(
      String name, Quantity quantity, Better better, ToDoubleFunction<RunResult> value) {
    put(name, quantity, better, false, r -> Measured.exactly(value.applyAsDouble(r)));
  }

  private static void addDelay(String name, double percentile) {
    put(name, Quantity.TIME, Better.LOWER, false, r -> delay(r, percentile));
  }

  private static void addProbing(String name, Function<DelaySummary, Measured> value) {
    put(name, Quantity.TIME, Better.LOWER, false, r -> value.apply(r.waits().probing()));
  }

  private static void addFaults(String name, ToDoubleFunction<RunResult> value) {
    put(
        name,
        Quantity.COUNT,
        Better.LOWER,
        true,
        r -> new Measured(value.applyAsDouble(r), !r.completion().complete())); // 1
  }

  private static void put(
      String name,
      Quantity quantity,
      Better better,
      boolean faults,
      Function<RunResult, Measured> value) {
    Function<RunResult, Measured> known =
        r -> r.answers().measuredSeconds() > 0 ? value.apply(r) : Measured.UNKNOWN; // 2
    ALL.put(name, new Metric(name, quantity, better, faults, known));
  }

  private static Measured setUp(RunResult run) {
    return Measured.exactly(seconds(run.waits().setUpSeconds()));
  }

  /** A lower bound when requests without an answer are among those that waited longest. */
  private static Measured delay(RunResult run, double percentile) { // 3
    double seconds = run.answers().measuredSeconds();
    double unanswered = run.answers().errors().missing() + run.sending().waitingAtEnd();
    double all = 0;
    for (SwitchResult each : run.switches()) {
      double offered = each.offeredRequestsPerSecond() * seconds;
      double asked = Double.isNaN(offered) ? each.sentRequests() : Math.rint(offered);
      unanswered += Math.max(0, asked - each.sentRequests());
      all += asked;
    }
    boolean atLeast = unanswered > 0 && percentile / 100 * all > all - unanswered;
    return new Measured(delayNs(run, percentile), atLeast);
  }

  /** The shortest delay known within which so many requests were answered. */
  private static double delayNs(RunResult run, double percentile) {
    for (DelayPoint point : run.waits().delays()) {
      if (point.percentile() >= percentile) {
        return point.delayNs();
      }
    }
    return Double.NaN;
  }

  /**
   * The largest p99 of a switch. A p99 that is a lower bound may be the largest, whatever its
   * value.
   */
  private static Measured slowestSwitch(RunResult run) { // 3
    List<SwitchDelay> known =
        run.switches().stream()
            .map(SwitchResult::delay)
            .filter(delay -> !Double.isNaN(delay.p99Ns()))
            .toList();
    double largestNs = known.stream().mapToDouble(SwitchDelay::p99Ns).max().orElse(Double.NaN);
    return new Measured(largestNs, known.stream().anyMatch(d -> d.isAtLeast(d.p99Ns())));
  }

  private static double seconds(OptionalDouble seconds) {
    return seconds.isPresent() ? seconds.getAsDouble() * NS_PER_SECOND : Double.NaN;
  }

  private static double cpuNsPerMillion(RunResult run) {
    return seconds(run.processors().cpuSecondsPerMillionRequests());
  }
}
