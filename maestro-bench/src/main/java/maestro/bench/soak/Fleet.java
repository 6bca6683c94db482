package maestro.bench.soak;

import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import maestro.emulator.engine.LoadRun;
import maestro.emulator.engine.plan.LoadPlan;
import maestro.emulator.engine.result.LoadResult;

/**
 * Switches that run one load after the other against the controller until the time is over. A
 * failed load is counted, and the next one begins.
 *
 * <p>A duty of one thread; {@link #stop} and the getters are for any.
 */
final class Fleet implements Runnable {
  private static final long AFTER_FAILURE_MS = 1_000;

  private final InetSocketAddress controller;
  private final LongFunction<LoadPlan> plans;
  private final long endNs;
  private final FleetTally counts = new FleetTally();

  private volatile boolean stopped;
  private volatile LoadRun current;
  private volatile long answered;
  private volatile int connected;

  /**
   * Makes a fleet; starts nothing.
   *
   * @param plans makes the next load with at most this many nanoseconds
   * @param endNs when the last load ends
   */
  Fleet(InetSocketAddress controller, LongFunction<LoadPlan> plans, long endNs) {
    this.controller = controller;
    this.plans = plans;
    this.endNs = endNs;
  }

  @Override
  public void run() {
    long leftNs = endNs - System.nanoTime();
    while (!stopped && leftNs > 0) {
      LoadPlan plan = plans.apply(leftNs);
      LoadRun run = new LoadRun(plan, controller);
      current = run;
      if (stopped) { // it came between the two
        return;
      }
      connected = plan.switches().size() + (plan.probe() == null ? 0 : 1);
      long before = answered;
      LoadResult result = run.run((stage, done, total, now) -> answered = before + now);
      connected = 0;
      if (!result.isComplete() && !stopped) {
        pause(); // its cause, for example Ctrl-C, may stop this thread, too
      }
      counts.add(result, stopped);
      leftNs = endNs - System.nanoTime();
    }
  }

  private void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(AFTER_FAILURE_MS);
    } catch (InterruptedException e) {
      stopped = true;
    }
  }

  /** Ends the current load, and begins no other. */
  void stop() {
    stopped = true;
    LoadRun run = current;
    if (run != null) {
      run.stop();
    }
  }

  /** The right answers, with those to the requests that taught addresses. */
  long answeredRequests() {
    return answered;
  }

  /** The switches that are connected or about to connect. */
  int connectedSwitches() {
    return connected;
  }

  FleetTally counts() {
    return counts;
  }
}
