package maestro.simulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import maestro.emulator.report.FairnessMeter;

/**
 * What the switches asked for and got in measured time, window by window. Used by the thread that
 * runs the simulation.
 */
final class Measurement {
  private static final double NS_PER_SECOND = 1e9;

  /** Requests of each switch, since the beginning or since some other moment. */
  static final class Counts {
    private final double[] planned;
    private final double[] refused;
    private final long[] answered;

    /**
     * Keeps the arrays.
     *
     * @param planned with those that were refused
     */
    Counts(double[] planned, double[] refused, long[] answered) {
      this.planned = planned;
      this.refused = refused;
      this.answered = answered;
    }

    private Counts since(Counts earlier) {
      long[] got = new long[answered.length];
      Arrays.setAll(got, i -> answered[i] - earlier.answered[i]);
      return new Counts(
          difference(planned, earlier.planned), difference(refused, earlier.refused), got);
    }

    private static double[] difference(double[] after, double[] before) {
      double[] difference = new double[after.length];
      Arrays.setAll(difference, i -> after[i] - before[i]);
      return difference;
    }

    private double answeredRequests() {
      return Arrays.stream(answered).sum();
    }

    private double refusedRequests() {
      return Arrays.stream(refused).sum();
    }
  }

  private final FairnessMeter fairness;
  private final boolean isPlanned;
  private final long startNs;
  private final Counts first;
  private final List<SimulatedRun.Window> timeline = new ArrayList<>();
  private Counts last;
  private long lastNs;

  /**
   * Begins to measure.
   *
   * @param isPlanned whether the switches have a plan; else they send all they can
   */
  Measurement(double[] weights, boolean isPlanned, long startNs, Counts first) {
    this.fairness = new FairnessMeter(weights);
    this.isPlanned = isPlanned;
    this.startNs = startNs;
    this.first = first;
    this.last = first;
    this.lastNs = startNs;
    double[] waiting = Counts.difference(first.planned, first.refused);
    Arrays.setAll(waiting, i -> isPlanned ? waiting[i] - first.answered[i] : 0);
    fairness.waitingAtStart(waiting);
  }

  /**
   * Adds the window since the last one.
   *
   * @param thresholds the IBT of each worker at its end
   */
  void window(long endNs, Counts now, List<Integer> thresholds) {
    Counts since = now.since(last);
    double[] offered = since.planned;
    if (!isPlanned) {
      Arrays.fill(offered, Double.POSITIVE_INFINITY);
    }
    fairness.window(offered, since.refused, since.answered);
    double seconds = (endNs - lastNs) / NS_PER_SECOND;
    timeline.add(
        new SimulatedRun.Window(
            (lastNs - startNs) / NS_PER_SECOND,
            isPlanned ? Arrays.stream(offered).sum() / seconds : Double.NaN,
            since.refusedRequests() / seconds,
            since.answeredRequests() / seconds,
            thresholds));
    last = now;
    lastNs = endNs;
  }

  FairnessMeter fairness() {
    return fairness;
  }

  List<SimulatedRun.Window> timeline() {
    return timeline;
  }

  /** Of all switches. */
  double answeredRequests() {
    return last.since(first).answeredRequests();
  }

  double answeredRequestsPerSecond() {
    return answeredRequests() / seconds();
  }

  double refusedRequestsPerSecond() {
    return last.since(first).refusedRequests() / seconds();
  }

  SimulatedRun.Switches switches() {
    Counts all = last.since(first);
    double[] unplanned = new double[all.planned.length];
    Arrays.fill(unplanned, Double.NaN);
    return new SimulatedRun.Switches(
        perSecond(isPlanned ? all.planned : unplanned),
        perSecond(all.refused),
        perSecond(fairness.sharesRequests()),
        perSecond(Arrays.stream(all.answered).asDoubleStream().toArray()));
  }

  private List<Double> perSecond(double[] requests) {
    return Arrays.stream(requests).map(each -> each / seconds()).boxed().toList();
  }

  private double seconds() {
    return (lastNs - startNs) / NS_PER_SECOND;
  }
}
