package maestro.emulator.table;

import java.net.InetSocketAddress;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import maestro.emulator.controller.ControllerProcess;
import maestro.emulator.engine.Emulation;
import maestro.emulator.engine.LoadPlan;
import maestro.emulator.engine.LoadResult;
import maestro.emulator.engine.LoadRun;
import maestro.emulator.engine.LoadRunner;
import maestro.emulator.engine.Progress;
import maestro.emulator.report.RunResult;
import maestro.emulator.report.TableResult;
import maestro.emulator.scenario.Scenario;
import maestro.emulator.scenario.ScenarioException;

/**
 * The controller and the load of a subject, which stands still but for its turns. Used by one
 * thread; the run itself has others.
 */
final class TurnedLoad implements LoadRunner, Progress {
  private final TurnedRun subject;
  private final ControllerProcess process;
  private final CountDownLatch loaded = new CountDownLatch(1);

  /** What the run's thread does. */
  private FutureTask<RunResult> running;

  /** Set by the run's thread before it counts {@link #loaded} down, if the run comes so far. */
  private LoadRun load;

  private long answeredRequests;
  private long tookNs;

  TurnedLoad(TurnedRun subject, ControllerProcess process) {
    this.subject = subject;
    this.process = process;
  }

  TurnedRun subject() {
    return subject;
  }

  /** Connects its switches and begins its load, which then stands still. */
  void begin(Scenario.Durations durations) throws InterruptedException {
    Scenario scenario = subject.scenario().withDurations(durations);
    running = new FutureTask<>(() -> run(scenario));
    new Thread(running, "turn-" + subject.setup().name()).start();
    loaded.await();
    if (load != null) {
      load.hold();
    }
  }

  /** Whether there is a load that can have a turn. */
  boolean isRunning() {
    return !running.isDone() && load != null;
  }

  /** Has a turn, of which the first part settles what stood still. */
  Turn turn(long settleMs, long measureMs) throws InterruptedException {
    load.release();
    try {
      Thread.sleep(settleMs);
      long answeredBefore = load.answeredRequests();
      long beganNs = System.nanoTime();
      Thread.sleep(measureMs);
      return new Turn(load.answeredRequests() - answeredBefore, System.nanoTime() - beganNs);
    } finally {
      load.hold();
    }
  }

  /** A turn counts. */
  void count(Turn turn) {
    answeredRequests += turn.answeredRequests();
    tookNs += turn.tookNs();
  }

  /** Lets the load end as a run of its own would, with all answers, on its own threads. */
  void finish() {
    if (load != null) {
      load.finish();
      load.release();
    }
  }

  /** Ends it now. */
  void stop() {
    if (load != null) {
      load.stop();
    }
  }

  /**
   * Waits for its end.
   *
   * @param otherCpuShare of a processor, that other programs had in its turns
   */
  TableResult.Run result(double otherCpuShare) throws InterruptedException, ScenarioException {
    RunResult found = found();
    return new TableResult.Run(
        subject.name(),
        answeredRequests / (tookNs / 1e9),
        Double.NaN,
        Double.NaN,
        RunResult.DelaySummary.UNKNOWN,
        RunResult.Pauses.UNKNOWN,
        found.setUpSeconds(),
        found.cpuSecondsPerMillionRequests(),
        otherCpuShare,
        found.errors().total(),
        found.emulator().bound(),
        Double.NaN,
        Double.NaN,
        Double.NaN,
        found.completion().reason());
  }

  private RunResult found() throws InterruptedException, ScenarioException {
    try {
      return running.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof ScenarioException wrong) {
        throw wrong;
      }
      throw new IllegalStateException(e.getCause());
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

  private RunResult run(Scenario scenario) throws ScenarioException {
    try {
      return Emulation.run(
          scenario, process.address(), subject.name(), process::cpuSeconds, this, this);
    } finally {
      loaded.countDown();
    }
  }

  /** What was answered in the measured part of a turn. */
  record Turn(long answeredRequests, long tookNs) {}
}
