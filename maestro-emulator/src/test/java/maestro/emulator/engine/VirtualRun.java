package maestro.emulator.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.Supplier;
import maestro.emulator.engine.connection.Dial;
import maestro.emulator.engine.connection.RemoteSwitches;
import maestro.emulator.engine.plan.LoadPlan;
import maestro.emulator.engine.result.LoadResult;
import maestro.emulator.engine.thread.LoadThread;

/**
 * Runs a load and its controller in turn on the thread of the test, in virtual time. Each cycle
 * takes {@link #CYCLE_NS}, so that two runs of one test are the same.
 */
public final class VirtualRun {
  static final long CYCLE_NS = 100_000;

  /** Longer than any test needs, so that a run without an end fails. */
  private static final long LIMIT_NS = 1_000_000_000_000L;

  private final VirtualTime time;
  private final List<TruthResponder> responders;
  private final LoadRun load;

  public VirtualRun(LoadPlan plan, TruthResponder responder, VirtualTime time) {
    this(plan, List.of(responder), time);
  }

  /** A run whose switches have several controllers. */
  VirtualRun(LoadPlan plan, List<TruthResponder> responders, VirtualTime time) {
    this.time = time;
    this.responders = responders;
    this.load =
        new LoadRun(
            plan,
            List.<Dial>copyOf(responders),
            () -> time.nowNs() + 5_000_000, // as StartGate.AT_ONCE
            RemoteSwitches.NONE,
            time);
  }

  LoadRun load() {
    return load;
  }

  public LoadResult run(Progress progress) throws IOException {
    long endNs = time.nowNs() + LIMIT_NS;
    if (load.connect(progress)) {
      List<LoadThread> threads = load.threads();
      threads.forEach(LoadThread::begin);
      while (threads.stream().anyMatch(LoadThread::isRunning)) {
        for (TruthResponder each : responders) {
          each.doWork();
        }
        for (LoadThread thread : threads) {
          if (thread.isRunning()) {
            thread.cycle();
          }
        }
        load.supervise(progress);
        time.advance(CYCLE_NS);
        if (time.nowNs() > endNs) {
          throw new IllegalStateException("the run does not end");
        }
      }
      threads.forEach(LoadThread::end);
    }
    return load.result();
  }

  /** Runs each plan in virtual time against a controller of its own. */
  public static LoadRunner against(Supplier<TruthResponder.Behaviour> behaviours) {
    return new LoadRunner() {
      @Override
      public LoadResult run(LoadPlan plan, InetSocketAddress unused, Progress progress) {
        VirtualTime time = new VirtualTime();
        try (TruthResponder responder = new TruthResponder(behaviours, time)) {
          return new VirtualRun(plan, responder, time).run(progress);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }

      @Override
      public int agentCount() {
        return 0;
      }
    };
  }
}
