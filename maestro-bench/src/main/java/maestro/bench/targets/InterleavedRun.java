package maestro.bench.targets;

import maestro.emulator.scenario.Scenario;

/**
 * One scenario against one controller, whose throughput {@link InterleavedRuns} compares with
 * others.
 *
 * @param setup the controller, with one worker
 * @param scenario with absolute rates, if it has any; its durations do not include the turns of
 *     other controllers
 * @param watched whether {@link Watchers} watch in its turns, if the controller can be watched
 */
record InterleavedRun(String name, ControllerSetup setup, Scenario scenario, boolean watched)
    implements Subject {
  /** A controller under a load that {@code what} describes. */
  static InterleavedRun of(ControllerSetup setup, String what, Scenario scenario) {
    return new InterleavedRun(setup.name() + " " + what, setup, scenario, true);
  }

  /** Turns of the same load on the same controller, in which nobody watches. */
  InterleavedRun unwatched() {
    return new InterleavedRun(name + ", nobody watches", setup, scenario, false);
  }
}
