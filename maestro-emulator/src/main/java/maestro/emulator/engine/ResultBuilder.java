package maestro.emulator.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import maestro.emulator.report.FairnessMeter;
import maestro.emulator.report.RunResult;
import maestro.emulator.scenario.LoadMode;
import maestro.emulator.scenario.Scenario;
import maestro.emulator.scenario.ScenarioException;
import maestro.emulator.topology.Topology;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Makes a result of what the load engine counted: rates, fair shares, delays, and whether any of it
 * means anything. Used once, by one thread.
 */
final class Judgement {
  private static final double NS_PER_SECOND = 1e9;
  private static final double BOUND_BUSY_SHARE = 0.9;
  private static final double BOUND_SERVED_SHARE = 0.5;
  private static final double BOUND_LATE_SHARE = 0.01;
  private static final double STARVED_CPU_SHARE = 0.8;
  private static final int TICKS_PER_HALF_DISTANCE = 5;

  private final Scenario scenario;
  private final Topology topology;
  private final LoadResult counted;
  private final int agentCount;
  private final List<long[]> rates;
  private final FairnessMeter fairness;

  /** Numbers of the switches that are known; the others are left out of all judgement. */
  private final int[] known;

  private final List<RunResult.TimePoint> timeline = new ArrayList<>();

  Judgement(Scenario scenario, Topology topology, LoadResult counted, int agentCount)
      throws ScenarioException {
    this.scenario = scenario;
    this.topology = topology;
    this.counted = counted;
    this.agentCount = agentCount;
    this.rates = ScenarioPlan.rates(scenario, topology);
    this.known =
        IntStream.range(0, counted.switches().size())
            .filter(i -> counted.switches().get(i).known())
            .toArray();
    double[] weights = new double[known.length];
    Arrays.setAll(weights, k -> scenario.weight(known[k]));
    this.fairness = new FairnessMeter(weights);
    fairness.waitingAtStart(
        Arrays.stream(known)
            .mapToDouble(i -> counted.switches().get(i).waitingAtStart())
            .toArray());
  }

  RunResult result(
      String controller,
      String startedAt,
      double cpuSecondsPerMillion,
      RunResult.OtherPrograms otherPrograms) {
    judgeWindows();
    double seconds = counted.measuredNs() / NS_PER_SECOND;
    return new RunResult(
        controller,
        startedAt,
        facts(),
        Machine.facts(),
        switches(seconds),
        errors(),
        counted.switches().stream().mapToLong(LoadResult.SwitchCounts::flooded).sum(),
        seconds,
        seconds > 0 ? counted.answeredRequests() / seconds : 0,
        fairness.deviation(),
        fairness.worstWindow(),
        fairness.jain(),
        LoadResult.summary(counted.probing()),
        pauses(),
        counted.setUpNs() == 0 ? Double.NaN : counted.setUpNs() / NS_PER_SECOND,
        points(counted.delays()),
        timeline,
        cpuSecondsPerMillion,
        otherPrograms,
        emulator(),
        completion());
  }

  /** A window in which the rate changes is judged by the rates that it begins with. */
  private void judgeWindows() {
    int windows = (int) (counted.measuredNs() / LoadResult.WINDOW_NS);
    int step = 0;
    long[] answered = new long[known.length];
    double[] offered = new double[known.length];
    for (int window = 0; window < windows; window++) {
      long atNs = window * LoadResult.WINDOW_NS;
      while (step + 1 < rates.size() && scenario.schedule().get(step + 1).atNs() <= atNs) {
        step++;
      }
      long total = 0;
      for (int k = 0; k < known.length; k++) {
        answered[k] = counted.switches().get(known[k]).answeredByWindow()[window];
        offered[k] = offeredPerSecond(step, known[k]) * LoadResult.WINDOW_NS / NS_PER_SECOND;
        total += answered[k];
      }
      double largest = fairness.window(offered, answered);
      timeline.add(point(window, step, total, largest));
    }
  }

  private double offeredPerSecond(int step, int index) {
    return rates.isEmpty() ? Double.POSITIVE_INFINITY : rates.get(step)[index];
  }

  private RunResult.TimePoint point(int window, int step, long answered, double largest) {
    double perSecond = NS_PER_SECOND / LoadResult.WINDOW_NS;
    double offered =
        rates.isEmpty()
            ? Double.NaN
            : Arrays.stream(known).mapToLong(i -> rates.get(step)[i]).sum();
    double probing = Double.NaN;
    if (window < counted.probes().size() && counted.probes().get(window).count() > 0) {
      LoadResult.ProbeWindow probes = counted.probes().get(window);
      probing = (double) probes.sumNs() / probes.count();
    }
    return new RunResult.TimePoint(
        window / perSecond, offered, answered * perSecond, probing, largest);
  }

  private List<RunResult.SwitchResult> switches(double seconds) {
    double[] shares = spread(fairness.sharesRequests());
    double[] deviations = spread(fairness.deviations());
    List<RunResult.SwitchResult> results = new ArrayList<>();
    for (int i = 0; i < counted.switches().size(); i++) {
      LoadResult.SwitchCounts counts = counted.switches().get(i);
      results.add(
          new RunResult.SwitchResult(
              String.format("%016x", counts.datapathId()),
              scenario.weight(i),
              counts.offeredRequests() < 0 || seconds == 0
                  ? Double.NaN
                  : counts.offeredRequests() / seconds,
              counts.sentRequests(),
              counts.answeredRequests(),
              seconds == 0 && counts.known() ? 0 : shares[i] / seconds,
              deviations[i]));
    }
    return results;
  }

  /** Values of the known switches at their numbers; NaN elsewhere. */
  private double[] spread(double[] ofKnown) {
    double[] ofAll = new double[counted.switches().size()];
    Arrays.fill(ofAll, Double.NaN);
    for (int k = 0; k < known.length; k++) {
      ofAll[known[k]] = ofKnown[k];
    }
    return ofAll;
  }

  private RunResult.ErrorCounts errors() {
    RunResult.ErrorCounts sum = RunResult.ErrorCounts.NONE;
    for (LoadResult.SwitchCounts c : counted.switches()) {
      sum =
          sum.plus(
              new RunResult.ErrorCounts(
                  c.wrongPort(), c.doubled(), c.unasked(), c.missing(), c.outOfOrder()));
    }
    return sum;
  }

  private RunResult.Pauses pauses() {
    long longestNs = counted.switches().stream().mapToLong(c -> c.longestPauseNs()).max().orElse(0);
    return new RunResult.Pauses(longestNs, counted.effort().longestCycleNs());
  }

  private static List<RunResult.DelayPoint> points(Histogram histogram) {
    List<RunResult.DelayPoint> points = new ArrayList<>();
    if (histogram.getTotalCount() > 0) {
      for (HistogramIterationValue value : histogram.percentiles(TICKS_PER_HALF_DISTANCE)) {
        points.add(
            new RunResult.DelayPoint(
                value.getPercentileLevelIteratedTo(), value.getValueIteratedTo()));
      }
    }
    return points;
  }

  private RunResult.EmulatorState emulator() {
    LoadResult.Effort effort = counted.effort();
    if (scenario.load() == LoadMode.RATE) {
      return effort.lateShare() <= BOUND_LATE_SHARE
          ? RunResult.EmulatorState.NOT_BOUND
          : bound(
              String.format(
                  "%.1f %% of the requests left more than 5 ms late though the socket had room:"
                      + " delays are partly the emulator's%s",
                  100 * effort.lateShare(), starved(effort)));
    }
    boolean bound =
        effort.busyShare() > BOUND_BUSY_SHARE && effort.servedShare() > BOUND_SERVED_SHARE;
    return !bound
        ? RunResult.EmulatorState.NOT_BOUND
        : bound(
            String.format(
                "a load thread had work in %.0f %% of the time, and in %.0f %% of looks the"
                    + " controller had nearly none: it may take more%s",
                100 * effort.busyShare(), 100 * effort.servedShare(), starved(effort)));
  }

  private static String starved(LoadResult.Effort effort) {
    return effort.cpuShare() >= STARVED_CPU_SHARE
        ? ""
        : String.format("; it got %.0f %% of a processor", 100 * effort.cpuShare());
  }

  private static RunResult.EmulatorState bound(String reason) {
    return new RunResult.EmulatorState(true, reason);
  }

  private RunResult.Completion completion() {
    if (!counted.isComplete()) {
      return new RunResult.Completion(false, counted.failure());
    }
    long sent = counted.switches().stream().mapToLong(c -> c.allSentRequests()).sum();
    long right = counted.switches().stream().mapToLong(c -> c.allAnsweredRequests()).sum();
    if (right == 0 && sent > 0) {
      return new RunResult.Completion(
          false, "the controller answered none of " + sent + " requests rightly");
    }
    return RunResult.Completion.COMPLETE;
  }

  private RunResult.ScenarioFacts facts() {
    return new RunResult.ScenarioFacts(
        scenario.name(),
        scenario.description(),
        scenario.load().text(),
        scenario.openflow().text(),
        scenario.network().kind().text(),
        topology.switchCount(),
        topology.links().size(),
        scenario.hosts().total(topology.switchCount()),
        scenario.packets().frameSizeBytes(),
        scenario.packets().buffered(),
        ratesInWords(),
        scenario.probing().enabled() ? scenario.probing().requestsPerSecond() : 0,
        ScenarioPlan.threadCount(scenario) * Math.max(1, agentCount),
        agentCount);
  }

  private String ratesInWords() {
    if (rates.isEmpty()) {
      return scenario.load().text();
    }
    List<String> steps = new ArrayList<>();
    for (Scenario.Step step : scenario.schedule()) {
      steps.add(step.rate().text());
    }
    return scenario.shape().distribution().text()
        + ", "
        + String.join(" then ", steps)
        + " a second";
  }
}
