package maestro.emulator.engine.result;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.IntStream;
import maestro.emulator.engine.machine.Machine;
import maestro.emulator.engine.plan.ScenarioPlan;
import maestro.emulator.report.AnsweredBy;
import maestro.emulator.report.ErrorCounts;
import maestro.emulator.report.ErrorKind;
import maestro.emulator.report.FairnessMeter;
import maestro.emulator.report.HappenedEvent;
import maestro.emulator.report.OverTime;
import maestro.emulator.report.RunResult;
import maestro.emulator.report.SwitchResult;
import maestro.emulator.report.SwitchWindows;
import maestro.emulator.scenario.Scenario;
import maestro.emulator.scenario.ScenarioException;
import maestro.emulator.scenario.TopologyEvent;
import maestro.emulator.scenario.Unsent;
import maestro.emulator.topology.SwitchTopology;

/**
 * Makes a result of what the load engine counted: rates, fair shares, delays, and whether any of it
 * means anything. Used once, by one thread.
 */
public final class ResultBuilder {
  private static final double NS_PER_SECOND = 1e9;

  private final Scenario scenario;
  private final SwitchTopology topology;
  private final LoadResult counted;
  private final int agentCount;
  private final List<long[]> rates;
  private final FairnessMeter fairness;

  /** Numbers of the switches that are known; the others are left out of all judgement. */
  private final int[] known;

  private final List<RunResult.TimePoint> timeline = new ArrayList<>();

  public ResultBuilder(
      Scenario scenario, SwitchTopology topology, LoadResult counted, int agentCount)
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

  public RunResult result(
      String controller,
      String startedAt,
      OptionalDouble cpuSecondsPerMillion,
      RunResult.OtherPrograms otherPrograms) {
    judgeWindows();
    double seconds = counted.measuredNs() / NS_PER_SECOND;
    return new RunResult(
        new RunResult.Subject(
            controller, "", startedAt, 1, Machine.emulatorVersion(), facts(), Machine.facts()),
        switches(seconds),
        answers(seconds),
        fairness(seconds),
        waits(),
        timeline,
        windows(),
        events(),
        new RunResult.Processors(cpuSecondsPerMillion, otherPrograms),
        SendJudgement.of(scenario, counted),
        BottleneckJudgement.of(scenario.load(), counted.effort()),
        completion());
  }

  private RunResult.Fairness fairness(double seconds) {
    List<LoadResult.SwitchCounts> judged =
        Arrays.stream(known).mapToObj(counted.switches()::get).toList();
    return new RunResult.Fairness(
        fairness.deviation(),
        fairness.filledOnce(),
        fairness.worstWindow(),
        fairness.jain(),
        PortionJudgement.of(judged, fairness.sharesRequests(), seconds));
  }

  private RunResult.Answers answers(double seconds) {
    return new RunResult.Answers(
        errors(LoadResult.SwitchCounts::errors),
        counted.probe().errors(),
        errors(LoadResult.SwitchCounts::warmUpErrors).plus(counted.probe().warmUpErrors()),
        counted.firstErrors(),
        counted.switches().stream().mapToLong(LoadResult.SwitchCounts::flooded).sum(),
        counted.switches().stream()
            .map(LoadResult.SwitchCounts::answeredBy)
            .reduce(AnsweredBy.NONE, AnsweredBy::plus),
        seconds,
        seconds > 0 ? counted.answeredRequests() / seconds : Double.NaN);
  }

  private RunResult.Waits waits() {
    OptionalDouble setUpSeconds =
        counted.setUpNs() == 0
            ? OptionalDouble.empty()
            : OptionalDouble.of(counted.setUpNs() / NS_PER_SECOND);
    return new RunResult.Waits(
        counted.probingSummary(),
        pauses(),
        setUpSeconds,
        RunResult.DelayPoint.of(counted.delays()));
  }

  private List<HappenedEvent> events() {
    List<HappenedEvent> happened = new ArrayList<>();
    for (TopologyEvent event : scenario.events()) {
      if (event.atNs() > counted.measuredNs()) {
        continue;
      }
      Optional<LoadResult.Outage> outage =
          event.kind() != TopologyEvent.Kind.SWITCH_DOWN
              ? Optional.empty()
              : counted.outages().stream()
                  .filter(o -> o.switchNumber() == event.index())
                  .filter(o -> o.fromNs() >= event.atNs())
                  .findFirst();
      happened.add(
          new HappenedEvent(
              event.atNs() / NS_PER_SECOND,
              event.text(),
              outage.map(LoadResult.Outage::unanswered).orElse(0L),
              outage
                  .filter(o -> o.untilNs() != Long.MAX_VALUE)
                  .map(o -> (o.untilNs() - o.fromNs()) / NS_PER_SECOND)
                  .orElse(Double.NaN)));
    }
    return happened;
  }

  /** Whether a switch was taken down by plan in some of a window. */
  private boolean isAway(int index, long atNs) {
    return counted.outages().stream()
        .anyMatch(o -> o.switchNumber() == index && o.touches(atNs, atNs + LoadResult.WINDOW_NS));
  }

  /** What each switch got by 100 ms; whole windows only, as in the timeline. */
  private SwitchWindows windows() {
    List<SwitchWindows.Row> rows = new ArrayList<>();
    for (LoadResult.SwitchCounts counts : counted.switches()) {
      int[] answered = counts.answeredByWindow();
      int whole = (int) Math.min(answered.length, counted.measuredNs() / LoadResult.WINDOW_NS);
      rows.add(new SwitchWindows.Row(Arrays.copyOf(answered, whole)));
    }
    return new SwitchWindows((int) (LoadResult.WINDOW_NS / 1_000_000), rows);
  }

  private void judgeWindows() {
    int windows = (int) (counted.measuredNs() / LoadResult.WINDOW_NS);
    int step = 0;
    long[] answered = new long[known.length];
    double[] offered = new double[known.length];
    double[] refused = new double[known.length];
    for (int window = 0; window < windows; window++) {
      long atNs = window * LoadResult.WINDOW_NS;
      while (step + 1 < rates.size() && scenario.schedule().get(step + 1).atNs() <= atNs) {
        step++;
      }
      long total = 0;
      for (int k = 0; k < known.length; k++) {
        answered[k] = counted.switches().get(known[k]).answeredByWindow()[window];
        offered[k] = offered(counted.switches().get(known[k]), window);
        refused[k] = refused(counted.switches().get(known[k]), window);
        total += answered[k];
        if (isAway(known[k], atNs)) { // it asks for nothing, so nobody owes it anything
          offered[k] = answered[k];
          refused[k] = 0;
          fairness.away(k);
        }
      }
      double largest = fairness.window(offered, refused, answered);
      timeline.add(point(window, step, total, largest));
    }
  }

  /** What the controller was asked in a window; without a plan a switch asks for all it can get. */
  private static double offered(LoadResult.SwitchCounts counts, int window) {
    return counts.offeredRequests() < 0 ? Double.POSITIVE_INFINITY : counts.askedByWindow()[window];
  }

  /** What of that was refused in the window. */
  private static double refused(LoadResult.SwitchCounts counts, int window) {
    int[] refused = counts.refusedByWindow();
    return window < refused.length ? refused[window] : 0;
  }

  /** The rate of the step; of a replay, what its file has in the window. */
  private double planned(int step, int window, double perSecond) {
    if (!rates.isEmpty()) {
      return Arrays.stream(known).mapToLong(i -> rates.get(step)[i]).sum();
    }
    return scenario.replays()
        ? perSecond
            * Arrays.stream(known)
                .mapToLong(i -> counted.switches().get(i).plannedByWindow()[window])
                .sum()
        : Double.NaN;
  }

  private RunResult.TimePoint point(int window, int step, long answered, double largest) {
    double perSecond = NS_PER_SECOND / LoadResult.WINDOW_NS;
    double offered = planned(step, window, perSecond);
    double probing = Double.NaN;
    if (window < counted.probes().size() && counted.probes().get(window).count() > 0) {
      LoadResult.ProbeWindow probes = counted.probes().get(window);
      probing = (double) probes.sumNs() / probes.count();
    }
    double refused =
        Arrays.stream(known).mapToDouble(i -> refused(counted.switches().get(i), window)).sum();
    return new RunResult.TimePoint(
        window / perSecond, offered, refused * perSecond, answered * perSecond, probing, largest);
  }

  private List<SwitchResult> switches(double seconds) {
    double[] shares = spread(fairness.sharesRequests());
    double[] deviations = spread(fairness.deviations());
    List<OverTime> overTime = overTime();
    List<SwitchResult> results = new ArrayList<>();
    for (int i = 0; i < counted.switches().size(); i++) {
      LoadResult.SwitchCounts counts = counted.switches().get(i);
      results.add(
          new SwitchResult(
              String.format("%016x", counts.datapathId()),
              scenario.weight(i),
              counts.offeredRequests() < 0 || seconds == 0
                  ? Double.NaN
                  : counts.offeredRequests() / seconds,
              counts.refusedRequests(),
              counts.sentRequests(),
              counts.answeredRequests(),
              seconds == 0 && counts.known() ? 0 : shares[i] / seconds,
              deviations[i],
              counts.delay(),
              overTime.get(i),
              counts.answerers()));
    }
    return results;
  }

  private List<OverTime> overTime() {
    double[] worst = spread(fairness.worstDeviations());
    double[] lengths = spread(Arrays.stream(fairness.worstLengths()).asDoubleStream().toArray());
    List<OverTime> all = new ArrayList<>();
    for (int i = 0; i < worst.length; i++) {
      LoadResult.SwitchCounts counts = counted.switches().get(i);
      boolean judged = !Double.isNaN(worst[i]);
      all.add(
          new OverTime(
              worst[i],
              judged ? lengths[i] * LoadResult.WINDOW_NS / NS_PER_SECOND : Double.NaN,
              counts.known() ? counts.longestPauseNs() : Double.NaN,
              counts.longestPlannedGapNs() < 0 ? Double.NaN : counts.longestPlannedGapNs()));
    }
    return all;
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

  private ErrorCounts errors(Function<LoadResult.SwitchCounts, ErrorCounts> of) {
    return counted.switches().stream().map(of).reduce(ErrorCounts.NONE, ErrorCounts::plus);
  }

  private RunResult.Pauses pauses() {
    long longestNs = counted.switches().stream().mapToLong(c -> c.longestPauseNs()).max().orElse(0);
    return new RunResult.Pauses(longestNs, counted.effort().longestCycleNs());
  }

  private RunResult.Completion completion() {
    if (!counted.isComplete()) {
      return new RunResult.Completion(false, counted.failure());
    }
    long sent = counted.switches().stream().mapToLong(c -> c.allSentRequests()).sum();
    long right = counted.switches().stream().mapToLong(c -> c.allAnsweredRequests()).sum();
    if (right == 0 && sent > 0) {
      boolean silent = counted.firstErrors().stream().allMatch(e -> e.kind() == ErrorKind.MISSING);
      String how = silent ? ", by a FLOW_MOD with its buffer or by a PACKET_OUT" : " rightly";
      return new RunResult.Completion(
          false, "the controller answered none of " + sent + " requests" + how + first());
    }
    return RunResult.Completion.COMPLETE;
  }

  /** What was wrong with the first answer. */
  private String first() {
    return counted.firstErrors().stream()
        .findFirst()
        .map(e -> "; first " + e.kind().text() + ": " + e.text())
        .orElse("");
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
        agentCount,
        RunResult.Capacity.NONE);
  }

  private String ratesInWords() {
    String unsent = scenario.shape().unsent() == Unsent.DROPPED ? ", unsent dropped" : "";
    if (rates.isEmpty()) {
      return scenario.replays()
          ? scenario.shape().arrivals().text() + unsent
          : scenario.load().text();
    }
    List<String> steps = new ArrayList<>();
    for (Scenario.Step step : scenario.schedule()) {
      steps.add(step.rate().text());
    }
    return scenario.shape().distribution().text()
        + ", "
        + String.join(" then ", steps)
        + " a second, "
        + scenario.shape().arrivals().text()
        + unsent;
  }
}
