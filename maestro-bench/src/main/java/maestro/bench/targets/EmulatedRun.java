package maestro.emulator.table;

import java.io.IOException;
import java.util.List;
import maestro.emulator.controller.ChildJvm;
import maestro.emulator.controller.ControllerProcess;
import maestro.emulator.engine.Progress;
import maestro.emulator.report.RunResult;
import maestro.emulator.report.TableResult;
import maestro.emulator.scenario.Scenario;
import maestro.emulator.scenario.ScenarioException;

/**
 * One scenario against one controller.
 *
 * @param setup the controller
 * @param rateOf whose capacity the rates of the scenario are relative to
 * @param look into the controller meanwhile
 */
record EmulatedRun(String name, Setup setup, Scenario scenario, Setup rateOf, Look look)
    implements Subject.Alone {
  private static final List<String> WORKERS = List.of("worker-", "select-");

  /** What is looked at in the controller's process. */
  enum Look {
    NONE,
    /** Allocation of its workers in measured time. */
    ALLOCATION,
    /** Memory after collection when measured time begins, of a controller started for the run. */
    MEMORY
  }

  EmulatedRun(String name, Setup setup, Scenario scenario) {
    this(name, setup, scenario, setup, Look.NONE);
  }

  @Override
  public TableResult.Run run(Rig rig) throws IOException, ScenarioException {
    Scenario absolute =
        scenario.needsCapacity() ? scenario.resolve(rig.capacity(rateOf)) : scenario;
    if (look == Look.MEMORY) {
      try (ControllerProcess process = rig.fresh(setup)) {
        return run(absolute, process);
      }
    }
    return run(absolute, rig.warm(setup));
  }

  private TableResult.Run run(Scenario absolute, ControllerProcess process)
      throws IOException, ScenarioException {
    if (look == Look.NONE) {
      return run(absolute, process, new Watch(null, look));
    }
    try (ChildJvm child = ChildJvm.attach(process.pid())) {
      return run(absolute, process, new Watch(child, look));
    }
  }

  private TableResult.Run run(Scenario absolute, ControllerProcess process, Watch watch)
      throws IOException, ScenarioException {
    RunResult result = setup.emulate(process, absolute, name, watch);
    if (watch.failure != null) {
      throw watch.failure;
    }
    return new TableResult.Run(
        name,
        result.throughputRequestsPerSecond(),
        result.deviation().largest(),
        result.worstWindow().largest(),
        result.probing(),
        result.pauses(),
        result.setUpSeconds(),
        result.cpuSecondsPerMillionRequests(),
        result.otherPrograms().processors(),
        result.errors().total(),
        result.emulator().bound(),
        watch.memoryBytes,
        watch.bytesPerRequest,
        Double.NaN,
        result.completion().reason());
  }

  /** Looks when measured time begins and when it has ended. */
  private static final class Watch implements Progress {
    private final ChildJvm child;
    private final Look look;
    private Stage seen = Stage.CONNECTING;
    private long allocatedBytes;
    private long answeredRequests;
    private double memoryBytes = Double.NaN;
    private double bytesPerRequest = Double.NaN;
    private IOException failure;

    Watch(ChildJvm child, Look look) {
      this.child = child;
      this.look = look;
    }

    @Override
    public void at(Stage stage, long done, long total, long answered) {
      if (stage == seen) {
        return;
      }
      seen = stage;
      try {
        if (stage == Stage.MEASURING) {
          begin(answered);
        } else if (stage == Stage.DRAINING) {
          end(answered);
        }
      } catch (IOException e) {
        failure = e;
      }
    }

    private void begin(long answered) throws IOException {
      if (look == Look.MEMORY) {
        memoryBytes = child.memoryBytes();
      } else if (look == Look.ALLOCATION) {
        allocatedBytes = child.allocatedBytes(WORKERS);
        answeredRequests = answered;
      }
    }

    private void end(long answered) throws IOException {
      if (look == Look.ALLOCATION) {
        long bytes = child.allocatedBytes(WORKERS) - allocatedBytes;
        bytesPerRequest = (double) bytes / (answered - answeredRequests);
      }
    }
  }
}
