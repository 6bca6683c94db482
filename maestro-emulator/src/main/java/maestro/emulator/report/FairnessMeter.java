package maestro.emulator.report;

import java.util.Arrays;
import maestro.emulator.fairness.Fairness;
import maestro.emulator.report.RunResult.Spread;
import maestro.fairness.WaterFilling;

/**
 * Turns counts per switch and window into fair shares and deviations.
 *
 * <ol>
 *   <li>A window's fair shares are those at the throughput of that window.
 *   <li>In a window a switch that gets more than it asked for, since requests from before had
 *       waited, asks for what it gets. To make up for a delay takes nothing away from others. So a
 *       switch that was denied something deviates in the window in which it was denied, and not in
 *       the one in which it gets it.
 *   <li>A switch's share of the run is what an ideal server would have given it. That server gets
 *       the same requests and answers as many in each window. It divides them by water filling
 *       among all that wait with it (generalized processor sharing: Parekh and Gallager, IEEE/ACM
 *       Transactions on Networking 1(3), 1993). Filling once over the whole run would be wrong
 *       whenever the throughput changes. Even the fairest server denies something at each slow time
 *       to a switch that asks for a little less than the mean share.
 *   <li>A refused request, whose time came while the socket was full, was asked in its window, and
 *       waits in no later one. The ideal server's sockets are as large: at the end of a window it
 *       refuses what is more than ever waited for a switch that was refused something. What the
 *       sockets of other switches hold nobody knows; they count as the largest that is known.
 *   <li>Each switch has windows of its own, of as many given ones as its share needs to reach
 *       {@link #MIN_WINDOW_REQUESTS}. So a switch that asks ten times a second is judged every two
 *       seconds.
 * </ol>
 *
 * <p>Not thread safe: used by the thread that merges the counts. It keeps no window, so memory does
 * not grow with the length of the run.
 */
public final class FairnessMeter {
  /**
   * A switch is judged when its share since it was judged last is as large: with a handful of
   * requests a deviation says how they fell on the clock.
   */
  static final double MIN_WINDOW_REQUESTS = 20;

  private final double[] weights;

  /** Of each switch, requests of earlier windows that have no answer yet. */
  private final double[] waiting;

  /** The same with the ideal server. */
  private final double[] waitingIdeally;

  /** Of each switch, the most that waited with the controller at the end of a window. */
  private final double[] mostWaiting;

  private final boolean[] wasRefused;
  private boolean anyRefused;

  private final double[] runShares;
  private final double[] runGot;
  private final double[] runAsked;

  /** Of each switch, since its own window began: share, answers and number of given windows. */
  private final double[] ownShares;

  private final double[] ownGot;
  private final int[] ownWindows;

  /** The deviation of each switch in the own window where it deviates most. */
  private final double[] worst;

  private final int[] worstLengths;

  private Spread worstWindow = Spread.UNKNOWN;

  /** For switches with these weights. */
  public FairnessMeter(double[] weights) {
    this.weights = weights.clone();
    this.waiting = new double[weights.length];
    this.waitingIdeally = new double[weights.length];
    this.mostWaiting = new double[weights.length];
    this.wasRefused = new boolean[weights.length];
    this.runShares = new double[weights.length];
    this.runGot = new double[weights.length];
    this.runAsked = new double[weights.length];
    this.ownShares = new double[weights.length];
    this.ownGot = new double[weights.length];
    this.ownWindows = new int[weights.length];
    this.worst = new double[weights.length];
    this.worstLengths = new int[weights.length];
    Arrays.fill(worst, Double.NaN);
  }

  /** Requests that were planned before the first window and have no answer; before any window. */
  public void waitingAtStart(double[] requests) {
    System.arraycopy(requests, 0, waiting, 0, waiting.length);
    System.arraycopy(requests, 0, waitingIdeally, 0, waiting.length);
    System.arraycopy(requests, 0, mostWaiting, 0, waiting.length);
  }

  /** Forgets what waits for a switch, which is gone. Called before the next window. */
  public void away(int index) {
    waiting[index] = 0;
    waitingIdeally[index] = 0;
  }

  /** Adds a window in which nothing was refused. */
  double window(double[] offeredRequests, long[] answeredRequests) {
    return window(offeredRequests, new double[weights.length], answeredRequests);
  }

  /**
   * Adds a window.
   *
   * @param offeredRequests asked in the window, with those that were refused; infinite when the
   *     switch sends all it can
   * @param refusedRequests of these, those that were refused
   * @param answeredRequests right answers in the window
   * @return the largest deviation, by distance from 0, of a switch whose own window ends here; NaN
   *     when there is none
   */
  public double window(
      double[] offeredRequests, double[] refusedRequests, long[] answeredRequests) {
    double[] got = Arrays.stream(answeredRequests).asDoubleStream().toArray();
    double total = Arrays.stream(got).sum();
    serveIdeally(offeredRequests, total);
    double[] shares = WaterFilling.shares(asked(offeredRequests, got), weights, total); // 1
    double[] deviations = new double[got.length];
    for (int i = 0; i < got.length; i++) {
      runGot[i] += got[i];
      runAsked[i] += offeredRequests[i];
      waiting[i] = Math.max(0, waiting[i] + offeredRequests[i] - refusedRequests[i] - got[i]);
      mostWaiting[i] = Math.max(mostWaiting[i], waiting[i]);
      wasRefused[i] |= refusedRequests[i] > 0;
      anyRefused |= wasRefused[i];
      deviations[i] = ownDeviation(i, got[i], shares[i]);
    }
    if (anyRefused) {
      refuseIdeally();
    }
    Spread spread = spread(deviations);
    if (Double.isNaN(spread.min())) {
      return Double.NaN;
    }
    if (Double.isNaN(worstWindow.min()) || spread.largest() > worstWindow.largest()) {
      worstWindow = spread;
    }
    return spread.farthest();
  }

  /** The deviation of a switch in its own window, NaN while that has not ended. */
  private double ownDeviation(int i, double got, double share) { // 5
    ownGot[i] += got;
    ownShares[i] += share;
    ownWindows[i]++;
    if (ownShares[i] < MIN_WINDOW_REQUESTS) {
      return Double.NaN;
    }
    double deviation = (ownGot[i] - ownShares[i]) / ownShares[i];
    if (Double.isNaN(worst[i]) || Math.abs(deviation) > Math.abs(worst[i])) {
      worst[i] = deviation;
      worstLengths[i] = ownWindows[i];
    }
    ownGot[i] = 0;
    ownShares[i] = 0;
    ownWindows[i] = 0;
    return deviation;
  }

  private double[] asked(double[] offered, double[] got) { // 2
    double[] asked = new double[got.length];
    for (int i = 0; i < got.length; i++) {
      asked[i] = Math.max(offered[i], Math.min(got[i], offered[i] + waiting[i]));
    }
    return asked;
  }

  private void serveIdeally(double[] offeredRequests, double total) { // 3
    for (int i = 0; i < waitingIdeally.length; i++) {
      waitingIdeally[i] += offeredRequests[i];
    }
    double[] served = WaterFilling.shares(waitingIdeally, weights, total);
    for (int i = 0; i < served.length; i++) {
      runShares[i] += served[i];
      waitingIdeally[i] -= served[i];
    }
  }

  /** An ideal server whose sockets are as large as the controller's. */
  private void refuseIdeally() { // 4
    double largest = Arrays.stream(mostWaiting).max().orElse(0);
    for (int i = 0; i < waitingIdeally.length; i++) {
      double holds = wasRefused[i] ? mostWaiting[i] : largest;
      waitingIdeally[i] = Math.min(waitingIdeally[i], holds);
    }
  }

  /** Fair share of each switch over the windows so far, in requests. */
  public double[] sharesRequests() {
    return runShares.clone();
  }

  /** Deviation of each switch over the windows so far; NaN where the share is 0. */
  public double[] deviations() {
    return Fairness.deviations(runGot, runShares);
  }

  /** Of {@link #deviations}. */
  public Spread deviation() {
    return spread(deviations());
  }

  /**
   * Deviations from shares of one water filling over the windows so far: of what each switch asked
   * for, up to what all got. As the Maestro paper judges a run (section 4.1).
   */
  public Spread filledOnce() {
    double total = Arrays.stream(runGot).sum();
    return spread(Fairness.deviations(runGot, WaterFilling.shares(runAsked, weights, total)));
  }

  /** Of each switch, the deviation in the own window in which it deviates most; NaN without one. */
  public double[] worstDeviations() {
    return worst.clone();
  }

  /** Of each switch, how many of the given windows that own window has; 0 without one. */
  public int[] worstLengths() {
    return worstLengths.clone();
  }

  /** Deviations in the window where some switch deviates most. */
  public Spread worstWindow() {
    return worstWindow;
  }

  /** Jain's index over the windows so far. */
  public double jain() {
    return Fairness.jain(runGot, runShares);
  }

  /** Five points of the values that are numbers. */
  public static Spread spread(double[] values) {
    double[] sorted = Fairness.sorted(values);
    return new Spread(
        Fairness.percentile(sorted, 0),
        Fairness.percentile(sorted, 10),
        Fairness.percentile(sorted, 50),
        Fairness.percentile(sorted, 90),
        Fairness.percentile(sorted, 100));
  }
}
