package maestro.bench.targets;

import java.io.IOException;
import maestro.emulator.controller.ControllerProcess;

/** The time that a controller needs from its start until it listens. */
record StartTime(String name, ControllerSetup setup) implements Subject.Alone {
  @Override
  public TableResult.Run run(ControllerPool pool) throws IOException {
    double seconds;
    try (ControllerProcess process = pool.fresh(setup)) {
      seconds = process.startSeconds();
    }
    return new TableResult.Run(
        name,
        Double.NaN,
        Double.NaN,
        Double.NaN,
        TableResult.Waits.setUp(Double.NaN),
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
