package maestro.emulator.table;

import java.io.IOException;
import maestro.emulator.controller.ControllerProcess;
import maestro.emulator.report.RunResult;
import maestro.emulator.report.TableResult;

/** A controller is started as a user does, and stopped when it listens. */
record Start(String name, Setup setup) implements Subject.Alone {
  @Override
  public TableResult.Run run(Rig rig) throws IOException {
    double seconds;
    try (ControllerProcess process = rig.fresh(setup)) {
      seconds = process.startSeconds();
    }
    return new TableResult.Run(
        name,
        Double.NaN,
        Double.NaN,
        Double.NaN,
        RunResult.DelaySummary.UNKNOWN,
        RunResult.Pauses.UNKNOWN,
        Double.NaN,
        Double.NaN,
        Double.NaN,
        0,
        false,
        Double.NaN,
        Double.NaN,
        seconds,
        "");
  }
}
