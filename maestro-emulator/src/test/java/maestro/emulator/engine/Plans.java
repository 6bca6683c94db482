package maestro.emulator.engine;

import java.util.ArrayList;
import java.util.List;
import maestro.emulator.scenario.LoadMode;
import maestro.emulator.scenario.Unsent;
import maestro.emulator.switches.SwitchDescription;

/** Small plans for tests; a plain builder. */
final class Plans {
  static final long MS = 1_000_000;

  LoadMode mode = LoadMode.MAX;
  int version = 1;
  int switchCount = 4;
  int hostCount = 16;
  int portCount = 4;
  int firstHostPort = 1;
  int frameBytes = 64;
  boolean buffered = true;
  int limitRequests = 0;
  ArrivalLaw law = ArrivalLaw.EVEN;
  Unsent unsent = Unsent.MADE_UP;
  double requestsPerSecond = 1000;
  double probesPerSecond = 0;
  int threadCount = 1;
  Neighbours neighbours = Neighbours.NONE;
  LoadPlan.Times times = new LoadPlan.Times(2000 * MS, 2000 * MS, 50 * MS, 300 * MS, 500 * MS);

  LoadPlan plan() {
    List<SwitchLoad> switches = new ArrayList<>();
    for (int i = 0; i < switchCount; i++) {
      RateSteps rate =
          mode == LoadMode.RATE
              ? new RateSteps(
                  new long[] {0},
                  new double[] {requestsPerSecond},
                  (double) i / switchCount,
                  new ArrivalLaw(law.arrivals(), law.seed() + i),
                  null,
                  unsent)
              : null;
      switches.add(load(i, rate));
    }
    SwitchLoad probe =
        probesPerSecond > 0 ? load(switchCount, RateSteps.constant(probesPerSecond, 0.5)) : null;
    return new LoadPlan(
        mode, frameBytes, buffered, limitRequests, switches, probe, neighbours, times, threadCount);
  }

  private SwitchLoad load(int number, RateSteps rate) {
    SwitchDescription description =
        new SwitchDescription(number + 1, version, portCount, buffered ? 256 : 0);
    return new SwitchLoad(description, (long) number * hostCount, hostCount, firstHostPort, rate);
  }
}
