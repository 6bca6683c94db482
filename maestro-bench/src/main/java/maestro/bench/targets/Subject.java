package maestro.bench.targets;

import java.io.IOException;
import maestro.emulator.scenario.ScenarioException;

/** A run that each round of a row needs. */
interface Subject {
  /** Unique in the table, for people. */
  String name();

  /** A subject that has the machine for itself while it runs. */
  interface Alone extends Subject {
    /** Runs the subject. A controller's failure is in the result. */
    TableResult.Run run(ControllerPool pool) throws IOException, ScenarioException;
  }
}
