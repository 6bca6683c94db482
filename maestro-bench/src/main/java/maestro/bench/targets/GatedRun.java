package maestro.bench.targets;

import java.net.InetSocketAddress;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import maestro.emulator.controller.ControllerProcess;
import maestro.emulator.engine.Emulation;
import maestro.emulator.engine.LoadRun;
import maestro.emulator.engine.LoadRunner;
import maestro.emulator.engine.Progress;
import maestro.emulator.engine.plan.LoadPlan;
import maestro.emulator.engine.result.LoadResult;
import maestro.emulator.report.RunResult;
import maestro.emulator.scenario.Scenario;
import maestro.emulator.scenario.ScenarioException;

/**
 * A run of the emulator on a thread of its own, whose load another thread holds and releases.
 *
 * <p>{@link #run(LoadPlan, InetSocketAddress, Progress)} and {@link #at} are for the run's thread.
 * All else is for the one thread that made it.
 */
final class GatedRun implements LoadRunner, Progress {
  private final CountDownLatch loaded = new CountDownLatch(1);
  private FutureTask<RunResult> running;

  /** Set by the run's thread before it counts {@link #loaded} down; null when it ended before. */
  private LoadRun load;

  /**
   * Connects the switches of a scenario and begins their load. When it returns, the load is held.
   *
   * @param name of the controller in the result
   */
  void begin(Scenario scenario, ControllerProcess controller, String name)
      throws InterruptedException {
    running = new FutureTask<>(() -> emulate(scenario, controller, name));
    new Thread(running, "run-" + name).start();
    loaded.await();
    if (load != null) {
      load.hold();
    }
  }

  /** Whether the switches have been told to connect. */
  boolean hasBegun() {
    return running != null;
  }

  /** Whether there is a load to release. */
  boolean isRunning() {
    return !running.isDone() && load != null;
  }

  void release() {
    load.release();
  }

  void hold() {
    load.hold();
  }

  /** Right answers so far. */
  long answeredRequests() {
    return load.answeredRequests();
  }

  /** Releases the load, and lets it end with all answers. */
  void finish() {
    if (load != null) {
      load.finish();
      load.release();
    }
  }

  /** Ends the load now. */
  void stop() {
    if (load != null) {
      load.stop();
    }
  }

  /** Waits for the end of the run. */
  RunResult result() throws InterruptedException, ScenarioException {
    try {
      return running.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof ScenarioException wrong) {
        throw wrong;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  private RunResult emulate(Scenario scenario, ControllerProcess controller, String name)
      throws ScenarioException {
    try {
      return Emulation.run(
          scenario, controller.address(), name, controller::cpuSeconds, this, this);
    } finally {
      loaded.countDown();
    }
  }

  @Override
  public LoadResult run(LoadPlan plan, InetSocketAddress controller, Progress progress) {
    load = new LoadRun(plan, controller);
    return load.run(progress);
  }

  @Override
  public int agentCount() {
    return 0;
  }

  @Override
  public void at(Stage stage, long done, long total, long answered) {
    if (stage.compareTo(Stage.WARMING_UP) >= 0) {
      loaded.countDown();
    }
  }
}
