package maestro.emulator.table;

import java.io.IOException;
import maestro.emulator.report.TableResult;
import maestro.emulator.scenario.ScenarioException;

/** Something that is run once a round, alternating with the others of the round. */
interface Subject {
  /** Unique in the table, for people. */
  String name();

  /** Runs it. What went wrong in the controller is in the result. */
  TableResult.Run run(Rig rig) throws IOException, ScenarioException;
}
