package maestro.bench.isolation;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import maestro.bench.isolation.IsolationResult.Noticed;
import maestro.emulator.engine.LoadRun;
import maestro.emulator.engine.Progress;
import maestro.emulator.engine.plan.LoadPlan;
import maestro.emulator.engine.plan.Neighbours;
import maestro.emulator.engine.plan.RateSteps;
import maestro.emulator.engine.plan.SwitchLoad;
import maestro.emulator.engine.result.LoadResult;
import maestro.emulator.report.ErrorCounts;
import maestro.emulator.scenario.LoadMode;
import maestro.emulator.switches.SwitchDescription;
import maestro.tls.TlsContext;

/**
 * A switch that behaves: it sends requests at planned times, on threads of its own, and matches
 * each answer to its request. A delay counts from the planned time. So a stall of the controller
 * delays all requests that were planned meanwhile.
 *
 * <p>Used by one thread.
 */
public final class GoodSwitch {
  /** Low enough that its thread sleeps between two, and is woken ahead of those that never do. */
  private static final int REQUESTS_PER_SECOND = 500;

  private static final long DATAPATH_ID = 0x600d;
  private static final int PORTS = 4;
  private static final int HOSTS = 16;
  private static final int FRAME_BYTES = 64;
  private static final long SECOND_NS = 1_000_000_000;
  private static final long LONGEST_NS = 12 * 3600 * SECOND_NS;
  private static final int BEGIN_SECONDS = 30;

  private final LoadRun run;
  private final Thread thread;
  private final CountDownLatch begun = new CountDownLatch(1);

  /** Written by {@link #thread}, read once that has ended. */
  private LoadResult result;

  private GoodSwitch(InetSocketAddress controller, TlsContext tls, LoadPlan plan) {
    run = new LoadRun(plan, controller, tls);
    thread = new Thread(this::run, "good-switch");
    thread.setDaemon(true);
  }

  /**
   * Connects a switch, which sends requests until {@link #finish}.
   *
   * @param tls null for plain TCP
   * @return the switch, whose first requests are answered
   * @throws IOException when the controller does not serve it
   */
  public static GoodSwitch start(InetSocketAddress controller, int version, TlsContext tls)
      throws IOException, InterruptedException {
    LoadPlan.Times times =
        new LoadPlan.Times(
            10 * SECOND_NS, 10 * SECOND_NS, SECOND_NS / 2, LONGEST_NS, 2 * SECOND_NS);
    GoodSwitch good =
        new GoodSwitch(
            controller,
            tls,
            plan(version, LoadMode.RATE, RateSteps.constant(REQUESTS_PER_SECOND, 0), times));
    good.thread.start();
    if (!good.begun.await(BEGIN_SECONDS, TimeUnit.SECONDS) || good.result != null) {
      String reason = good.finish().disconnected();
      throw new IOException(
          "the good switch is not served: " + (reason.isEmpty() ? "no answers" : reason));
    }
    return good;
  }

  /** Loads the controller for a while, so that its code is compiled before the measurement. */
  static void warmUp(InetSocketAddress controller, int version, TlsContext tls, long measureNs) {
    LoadPlan.Times times =
        new LoadPlan.Times(10 * SECOND_NS, 10 * SECOND_NS, 0, measureNs, SECOND_NS);
    new LoadRun(plan(version, LoadMode.MAX, null, times), controller, tls).run(Progress.NONE);
  }

  /** Stops the requests, waits for missing answers, and returns the results. */
  public Noticed finish() throws InterruptedException {
    run.finish();
    thread.join();
    LoadResult.SwitchCounts counts =
        result.switches().isEmpty()
            ? LoadResult.SwitchCounts.unknown(DATAPATH_ID)
            : result.switches().get(0);
    ErrorCounts errors = counts.allErrors();
    long lost =
        result.isComplete()
            ? errors.missing()
            : counts.allSentRequests() - counts.allAnsweredRequests();
    return new Noticed(
        counts.allSentRequests(),
        lost,
        errors.wrongPort() + errors.wrongContent() + errors.malformed() + errors.outOfOrder(),
        errors.doubled() + errors.unasked(),
        result.failure(),
        result.delays().getValueAtPercentile(99),
        result.delays().getMaxValue());
  }

  private void run() {
    result = run.run(this::at);
    begun.countDown();
  }

  private void at(Progress.Stage stage, long done, long total, long answeredRequests) {
    if (stage == Progress.Stage.MEASURING) {
      begun.countDown();
    }
  }

  private static LoadPlan plan(int version, LoadMode mode, RateSteps rate, LoadPlan.Times times) {
    SwitchDescription description = new SwitchDescription(DATAPATH_ID, version, PORTS, 0);
    SwitchLoad load = new SwitchLoad(description, 0, HOSTS, 1, rate);
    return new LoadPlan(
        mode, FRAME_BYTES, false, 0, List.of(load), null, Neighbours.NONE, times, 1);
  }
}
