package maestro.emulator.report;

import java.util.Arrays;
import maestro.emulator.fairness.Fairness;
import maestro.emulator.fairness.WaterFilling;
import maestro.emulator.report.RunResult.Spread;

/**
 * Turns counts per switch and window into fair shares and deviations.
 *
 * <ol>
 *   <li>A window's fair shares are those at the throughput of that window.
 *   <li>A phase is time in which the offered rates do not change; its shares are those at its
 *       throughput. Filling over a whole run of changing rates would let a switch make up under low
 *       load for what it was denied under high load.
 *   <li>A switch's share of the run is the sum over its phases.
 *   <li>A switch that gets more than was planned for the time, since requests from before had
 *       waited, asks for what it gets: to make up for a delay takes nothing away from anybody. So
 *       who was denied something deviates in the window in which it was denied, not in the one in
 *       which it gets it.
 * </ol>
 *
 * <p>Not thread safe: used by whoever merges the counts. It keeps no window, so memory does not
 * grow with the length of the run.
 */
public final class FairnessMeter {
  /**
   * In one window a switch with a smaller share is left out: with a handful of requests a deviation
   * says how they fell on the clock.
   */
  public static final double MIN_WINDOW_REQUESTS = 20;

  private final double[] weights;

  /** Of each switch, requests of earlier windows that have no answer yet. */
  private final double[] waiting;

  private final double[] waitingAtPhase;
  private final double[] phaseOffered;
  private final double[] phaseGot;
  private final double[] runShares;
  private final double[] runGot;
  private Spread worstWindow = Spread.UNKNOWN;

  /** For switches with these weights. */
  public FairnessMeter(double[] weights) {
    this.weights = weights.clone();
    this.waiting = new double[weights.length];
    this.waitingAtPhase = new double[weights.length];
    this.phaseOffered = new double[weights.length];
    this.phaseGot = new double[weights.length];
    this.runShares = new double[weights.length];
    this.runGot = new double[weights.length];
  }

  /** Requests that were planned before the first window and have no answer; before any window. */
  public void waitingAtStart(double[] requests) {
    System.arraycopy(requests, 0, waiting, 0, waiting.length);
    System.arraycopy(requests, 0, waitingAtPhase, 0, waiting.length);
  }

  /**
   * Adds a window to the current phase.
   *
   * @param offeredRequests planned in the window; infinite when the switch sends all it can
   * @param answeredRequests right answers in the window
   * @return the largest deviation of a switch in the window, by distance from 0; NaN when no switch
   *     has enough requests
   */
  public double window(double[] offeredRequests, long[] answeredRequests) {
    double[] got = Arrays.stream(answeredRequests).asDoubleStream().toArray();
    double[] shares =
        WaterFilling.shares(asked(offeredRequests, waiting, got), weights, sum(got)); // 1
    double[] deviations = Fairness.deviations(got, shares);
    for (int i = 0; i < got.length; i++) {
      phaseOffered[i] += offeredRequests[i];
      phaseGot[i] += got[i];
      waiting[i] = Math.max(0, waiting[i] + offeredRequests[i] - got[i]);
      if (shares[i] < MIN_WINDOW_REQUESTS) {
        deviations[i] = Double.NaN;
      }
    }
    Spread spread = spread(deviations);
    if (Double.isNaN(spread.min())) {
      return Double.NaN;
    }
    if (Double.isNaN(worstWindow.min()) || spread.largest() > worstWindow.largest()) {
      worstWindow = spread;
    }
    return -spread.min() > spread.max() ? spread.min() : spread.max();
  }

  /** Ends the current phase, if there is one; call when offered rates change and at the end. */
  public void endPhase() {
    double[] shares =
        WaterFilling.shares(
            asked(phaseOffered, waitingAtPhase, phaseGot), weights, sum(phaseGot)); // 2
    for (int i = 0; i < shares.length; i++) {
      runShares[i] += shares[i]; // 3
      runGot[i] += phaseGot[i];
    }
    Arrays.fill(phaseOffered, 0);
    Arrays.fill(phaseGot, 0);
    System.arraycopy(waiting, 0, waitingAtPhase, 0, waiting.length);
  }

  /** Fair share of each switch over the ended phases, in requests. */
  public double[] sharesRequests() {
    return runShares.clone();
  }

  /** Deviation of each switch over the ended phases; NaN where the share is 0. */
  public double[] deviations() {
    return Fairness.deviations(runGot, runShares);
  }

  /** Of {@link #deviations}. */
  public Spread deviation() {
    return spread(deviations());
  }

  /** Deviations in the window where some switch deviates most. */
  public Spread worstWindow() {
    return worstWindow;
  }

  /** Jain's index over the ended phases. */
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

  private static double[] asked(double[] planned, double[] waited, double[] got) { // 4
    double[] asked = new double[got.length];
    for (int i = 0; i < got.length; i++) {
      asked[i] = Math.max(planned[i], Math.min(got[i], planned[i] + waited[i]));
    }
    return asked;
  }

  private static double sum(double[] values) {
    return Arrays.stream(values).sum();
  }
}
