package maestro.emulator.engine;

import java.util.ArrayList;
import java.util.List;
import maestro.emulator.engine.plan.ArrivalLaw;
import maestro.emulator.engine.plan.LoadPlan;
import maestro.emulator.engine.plan.Neighbours;
import maestro.emulator.engine.plan.RateSteps;
import maestro.emulator.engine.plan.SwitchLoad;
import maestro.emulator.scenario.LoadMode;
import maestro.emulator.scenario.Unsent;
import maestro.emulator.switches.SwitchDescription;

/** Small plans for tests; a plain builder. */
public final class Plans {
  public static final long MS = 1_000_000;

  public LoadMode mode = LoadMode.MAX;
  public int version = 1;
  public int switchCount = 4;
  public int hostCount = 16;
  int portCount = 4;
  public int firstHostPort = 1;
  public int frameBytes = 64;
  public boolean buffered = true;
  public int limitRequests = 0;
  public ArrivalLaw law = ArrivalLaw.EVEN;
  public Unsent unsent = Unsent.MADE_UP;
  public double requestsPerSecond = 1000;
  double probesPerSecond = 0;
  public int threadCount = 1;
  Neighbours neighbours = Neighbours.NONE;
  public LoadPlan.Times times =
      new LoadPlan.Times(2000 * MS, 2000 * MS, 50 * MS, 300 * MS, 500 * MS);

  public LoadPlan plan() {
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
