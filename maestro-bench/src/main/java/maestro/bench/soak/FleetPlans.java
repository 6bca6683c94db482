package maestro.bench.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import maestro.emulator.engine.plan.LoadPlan;
import maestro.emulator.engine.plan.Neighbours;
import maestro.emulator.engine.plan.RateSteps;
import maestro.emulator.engine.plan.SwitchLoad;
import maestro.emulator.scenario.LoadMode;
import maestro.emulator.switches.SwitchDescription;

/**
 * Draws the plans of the fleets of a soak: which switches connect, for how long, and at which rate.
 * One thread.
 */
final class FleetPlans {
  private static final long SECOND_NS = 1_000_000_000;
  private static final long WARM_UP_NS = SECOND_NS / 2;
  private static final long LIMIT_NS = 30 * SECOND_NS;
  private static final double PROBES_PER_SECOND = 10;

  /** Requests of a step, as a part of the mean; they average to about 1. */
  private static final double[] STEPS = {0, 0.2, 0.5, 1, 1, 2, 2.5};

  private static final int LEAST_STEP_SECONDS = 5;
  private static final int MOST_STEP_SECONDS = 60;
  private static final int LEAST_VISIT_SECONDS = 2;
  private static final int MOST_VISIT_SECONDS = 20;
  private static final int PORTS = 4;
  private static final int HOSTS = 16;
  private static final int BUFFERS = 256;
  private static final int FRAME_BYTES = 64;

  /** The datapath ids of switches that come and go; an id is used again after all others. */
  private static final int FIRST_CHURNING = 0x10000;

  private static final int CHURNING_IDS = 4096;

  private final SoakPlan plan;
  private final Random random;
  private int nextChurning;

  FleetPlans(SoakPlan plan, long seed) {
    this.plan = plan;
    this.random = new Random(seed);
  }

  /** Switches that stay, and change their rates every few seconds to a minute; one more probes. */
  LoadPlan steady(long forNs) {
    List<SwitchLoad> loads = new ArrayList<>();
    double mean = plan.requestsPerSecond() / plan.switches();
    for (int i = 0; i < plan.switches(); i++) {
      loads.add(load(1 + i, i, changing(mean, forNs)));
    }
    RateSteps probing = RateSteps.constant(PROBES_PER_SECOND, random.nextDouble());
    SwitchLoad probe = load(1 + plan.switches(), plan.switches(), probing);
    return plan(LoadMode.RATE, true, loads, probe, forNs);
  }

  /** Some switches that connect, send for a few seconds and leave. */
  LoadPlan churning(long forNs) {
    long visitNs = between(LEAST_VISIT_SECONDS, MOST_VISIT_SECONDS) * SECOND_NS;
    int count = 1 + random.nextInt(plan.churningSwitches());
    double rate = plan.requestsPerSecond() / plan.switches();
    List<SwitchLoad> loads = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int number = nextChurning++ % CHURNING_IDS;
      RateSteps steps = RateSteps.constant(rate * random.nextDouble() * 2, random.nextDouble());
      loads.add(load(FIRST_CHURNING + number, FIRST_CHURNING + number, steps));
    }
    return plan(LoadMode.RATE, random.nextBoolean(), loads, null, Math.min(visitNs, forNs));
  }

  private SwitchLoad load(int datapathId, int number, RateSteps rate) {
    int version = plan.versions().get(number % plan.versions().size());
    return new SwitchLoad(
        new SwitchDescription(datapathId, version, PORTS, BUFFERS),
        (long) number * HOSTS,
        HOSTS,
        1,
        rate);
  }

  private RateSteps changing(double mean, long forNs) {
    List<Long> atNs = new ArrayList<>();
    for (long at = 0; at < forNs; ) {
      atNs.add(at);
      at += between(LEAST_STEP_SECONDS, MOST_STEP_SECONDS) * SECOND_NS;
    }
    double[] rates = new double[atNs.size()];
    for (int i = 0; i < rates.length; i++) {
      rates[i] = mean * STEPS[random.nextInt(STEPS.length)];
    }
    return RateSteps.even(
        atNs.stream().mapToLong(Long::longValue).toArray(), rates, random.nextDouble());
  }

  private int between(int least, int most) {
    return least + random.nextInt(most - least + 1);
  }

  private static LoadPlan plan(
      LoadMode mode, boolean buffered, List<SwitchLoad> loads, SwitchLoad probe, long forNs) {
    LoadPlan.Times times =
        new LoadPlan.Times(LIMIT_NS, LIMIT_NS, WARM_UP_NS, Math.max(1, forNs), SECOND_NS);
    return new LoadPlan(
        mode,
        FRAME_BYTES,
        buffered,
        0,
        loads,
        probe,
        Neighbours.NONE,
        times,
        1,
        true,
        List.of(),
        loads.size());
  }
}
