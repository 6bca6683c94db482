package maestro.bench.targets;

import java.io.IOException;
import java.util.List;
import maestro.emulator.controller.ChildJvm;
import maestro.emulator.controller.ControllerProcess;
import maestro.emulator.controller.ProcessFootprint;
import maestro.emulator.report.RunResult;
import maestro.emulator.scenario.Scenario;
import maestro.emulator.scenario.ScenarioException;

/**
 * One scenario against one controller. Immutable.
 *
 * @param setup the controller
 * @param rateOf the controller whose capacity the rates of the scenario are relative to
 * @param inspected part of the controller's process
 */
record EmulatedRun(
    String name,
    ControllerSetup setup,
    Scenario scenario,
    ControllerSetup rateOf,
    Inspected inspected)
    implements Subject.Alone {
  private static final List<String> WORKERS = List.of("worker-", "select-");

  /** What is measured inside the controller's process. */
  enum Inspected {
    NOTHING,
    /** What its workers allocate in measured time. */
    ALLOCATION,
    /** Memory after a collection when measured time begins; the run starts its own controller. */
    MEMORY,
    /** Resident memory when measured time ends; the run starts its own controller. */
    RESIDENT
  }

  /** A controller under a load that {@code what} describes. */
  static EmulatedRun at(ControllerSetup setup, String what, Scenario scenario) {
    return atRateOf(setup, setup, what, scenario);
  }

  /** A controller at rates that are relative to the capacity of another one. */
  static EmulatedRun atRateOf(
      ControllerSetup other, ControllerSetup setup, String what, Scenario scenario) {
    return new EmulatedRun(setup.name() + " " + what, setup, scenario, other, Inspected.NOTHING);
  }

  /** The baseline responder at rates that are relative to the capacity of fair-share. */
  static EmulatedRun limitAtRateOfFair(String what, Scenario scenario) {
    return atRateOf(TableSetups.FAIR, ControllerSetup.LIMIT, what, scenario);
  }

  /** Looks at the memory of a controller that it starts. */
  static EmulatedRun memoryOf(String what, ControllerSetup setup, Scenario scenario) {
    return new EmulatedRun(what + " memory", setup, scenario, setup, Inspected.MEMORY);
  }

  /** Looks at the resident memory of a controller that it starts, at the end of the load. */
  static EmulatedRun residentOf(String what, ControllerSetup setup, Scenario scenario) {
    return new EmulatedRun(setup.name() + " " + what, setup, scenario, setup, Inspected.RESIDENT);
  }

  @Override
  public TableResult.Run run(ControllerPool pool) throws IOException, ScenarioException {
    Scenario absolute =
        scenario.needsCapacity() ? scenario.resolve(pool.capacity(rateOf)) : scenario;
    if (inspected == Inspected.MEMORY || inspected == Inspected.RESIDENT) {
      try (ControllerProcess process = pool.fresh(setup)) {
        return run(absolute, process);
      }
    }
    return run(absolute, pool.warm(setup));
  }

  private TableResult.Run run(Scenario absolute, ControllerProcess process)
      throws IOException, ScenarioException {
    if (inspected == Inspected.NOTHING || inspected == Inspected.RESIDENT) {
      return run(absolute, process, new Inspector(process, null, inspected));
    }
    try (ChildJvm child = ChildJvm.attach(process.pid())) {
      return run(absolute, process, new Inspector(process, child, inspected));
    }
  }

  private TableResult.Run run(Scenario absolute, ControllerProcess process, Inspector inspector)
      throws IOException, ScenarioException {
    RunResult result = setup.emulate(process, absolute, name, inspector);
    inspector.check();
    return new TableResult.Run(
        name,
        result.throughputRequestsPerSecond(),
        result.fairness().deviation().largest(),
        result.fairness().worstWindow().largest(),
        TableResult.Waits.of(result),
        result.processors().cpuSecondsPerMillionRequests().orElse(Double.NaN),
        result.processors().otherPrograms().processors(),
        result.answers().measuredErrors(),
        result.emulator().bound(),
        inspector.memoryBytes,
        inspector.bytesPerRequest,
        Double.NaN,
        result.completion().reason());
  }

  /** Reads the controller's process when measured time begins and when it has ended. */
  private static final class Inspector extends MeasuredTime {
    private final ControllerProcess process;
    private final ChildJvm child;
    private final Inspected inspected;
    private long allocatedBytes;
    private long answeredRequests;
    private double memoryBytes = Double.NaN;
    private double bytesPerRequest = Double.NaN;

    /**
     * @param child null when nothing is asked of it
     */
    Inspector(ControllerProcess process, ChildJvm child, Inspected inspected) {
      this.process = process;
      this.child = child;
      this.inspected = inspected;
    }

    @Override
    protected void begin(long answered) throws IOException {
      if (inspected == Inspected.MEMORY) {
        memoryBytes = child.memoryBytes();
      } else if (inspected == Inspected.ALLOCATION) {
        allocatedBytes = child.allocatedBytes(WORKERS);
        answeredRequests = answered;
      }
    }

    @Override
    protected void end(long answered) throws IOException {
      if (inspected == Inspected.ALLOCATION) {
        long bytes = child.allocatedBytes(WORKERS) - allocatedBytes;
        bytesPerRequest = (double) bytes / (answered - answeredRequests);
      } else if (inspected == Inspected.RESIDENT) {
        memoryBytes = ProcessFootprint.residentBytes(process.pid());
      }
    }
  }
}
