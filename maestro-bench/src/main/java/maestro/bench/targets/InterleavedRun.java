package maestro.bench.targets;

import maestro.emulator.scenario.Scenario;

/**
 * One scenario against one controller, whose throughput {@link InterleavedRuns} compares with
 * others.
 *
 * @param setup the controller, with one worker
 * @param scenario with absolute rates, if it has any; its durations do not include the turns of
 *     other controllers
 */
record InterleavedRun(String name, ControllerSetup setup, Scenario scenario) implements Subject {
  /** A controller under a load that {@code what} describes. */
  static InterleavedRun of(ControllerSetup setup, String what, Scenario scenario) {
    return new InterleavedRun(setup.name() + " " + what, setup, scenario);
  }
}
