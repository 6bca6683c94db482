package maestro.emulator.table;

import java.io.IOException;
import maestro.emulator.report.TableResult;
import maestro.emulator.scenario.ScenarioException;

/** Something that is run in each round. */
interface Subject {
  /** Unique in the table, for people. */
  String name();

  /** One that runs from its begin to its end, then the next one of the round does. */
  interface Alone extends Subject {
    /** Runs it. What went wrong in the controller is in the result. */
    TableResult.Run run(Rig rig) throws IOException, ScenarioException;
  }
}
