package maestro.bench.targets;

import java.io.IOException;
import maestro.emulator.controller.ControllerProcess;
import maestro.emulator.report.RunResult;
import maestro.emulator.scenario.Scenario;
import maestro.emulator.scenario.ScenarioException;

/** The turns of a subject, and the throughput that they found. Used by one thread. */
final class InterleavedLoad {
  private final InterleavedRun subject;
  private final ControllerProcess process;
  private final GatedRun run;

  /** Null when nobody watches the controller. */
  private Watchers watchers;

  private long answeredRequests;
  private long tookNs;

  /**
   * Begins nothing yet.
   *
   * @param run of the switches; other loads on the same controller may share it
   */
  InterleavedLoad(InterleavedRun subject, ControllerProcess process, GatedRun run) {
    this.subject = subject;
    this.process = process;
    this.run = run;
  }

  InterleavedRun subject() {
    return subject;
  }

  /** Begins the load, unless one that shares its run has. When it returns, the load is held. */
  void begin(Scenario.Durations durations) throws IOException, InterruptedException {
    watchers = subject.watched() ? subject.setup().watchers() : null;
    if (!run.hasBegun()) {
      run.begin(subject.scenario().withDurations(durations), process, subject.name());
    }
  }

  /** Whether the load can have a turn. */
  boolean isRunning() {
    return run.isRunning();
  }

  /**
   * Releases the load for a turn. Its controller is watched in its turns, so that this costs the
   * others nothing.
   *
   * @param settleMs the first part, which is not measured
   * @param measureMs the rest
   * @param pace of those who watch, if there are any
   */
  Turn turn(long settleMs, long measureMs, Watchers.Pace pace) throws InterruptedException {
    run.release();
    watch(pace);
    try {
      Thread.sleep(settleMs);
      long answeredBefore = run.answeredRequests();
      long beganNs = System.nanoTime();
      Thread.sleep(measureMs);
      return new Turn(run.answeredRequests() - answeredBefore, System.nanoTime() - beganNs);
    } finally {
      watch(Watchers.Pace.NONE);
      run.hold();
    }
  }

  private void watch(Watchers.Pace pace) {
    if (watchers != null) {
      watchers.watch(pace);
    }
  }

  /** Ends the watching, whatever has become of the load. */
  void endWatch() {
    if (watchers != null) {
      watchers.close();
    }
  }

  /** Adds a turn to the throughput. */
  void count(Turn turn) {
    answeredRequests += turn.answeredRequests();
    tookNs += turn.tookNs();
  }

  /** Releases the load, and lets it end with all answers. */
  void finish() {
    run.finish();
  }

  /** Ends the load now. */
  void stop() {
    run.stop();
  }

  /**
   * Waits for the end of the run.
   *
   * @param otherCpuShare of a processor, that other programs used in the counted turns
   */
  TableResult.Run result(double otherCpuShare)
      throws IOException, InterruptedException, ScenarioException {
    if (watchers != null) {
      watchers.check();
    }
    RunResult found = run.result();
    return new TableResult.Run(
        subject.name(),
        answeredRequests / (tookNs / 1e9),
        Double.NaN,
        Double.NaN,
        TableResult.Waits.setUp(found.waits().setUpSeconds().orElse(Double.NaN)),
        found.processors().cpuSecondsPerMillionRequests().orElse(Double.NaN),
        otherCpuShare,
        found.answers().measuredErrors(),
        found.emulator().bound(),
        Double.NaN,
        Double.NaN,
        Double.NaN,
        found.completion().reason());
  }

  /** The measured part of a turn. */
  record Turn(long answeredRequests, long tookNs) {}
}
