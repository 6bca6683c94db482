package maestro.bench.jmh;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import maestro.emulator.engine.plan.ArrivalLaw;
import maestro.emulator.engine.plan.LoadPlan;
import maestro.emulator.engine.plan.Neighbours;
import maestro.emulator.engine.plan.RateSteps;
import maestro.emulator.engine.plan.SwitchLoad;
import maestro.emulator.engine.thread.MemoryLoad;
import maestro.emulator.scenario.Arrivals;
import maestro.emulator.scenario.LoadMode;
import maestro.emulator.switches.SwitchDescription;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a Poisson request by plan, and its answer, cost the emulator without the kernel: 79 switches
 * with Zipf rates, memory in place of sockets. One operation is a request, on average.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class PlannedSendingBenchmark {
  private static final int SWITCHES = 79;
  private static final int HOSTS = 100;
  private static final int PORTS = 48;
  private static final long SEED = 1;
  private static final int REQUESTS_A_CYCLE = 2048;
  private static final long CYCLE_NS = 256_000;
  private static final double NS_PER_SECOND = 1e9;
  private static final long LONG_NS = 3_600_000_000_000L;

  @Param({"1", "4"})
  private int version;

  private MemoryLoad load;

  /** Begins the load. */
  @Setup
  public void begin() {
    double total = REQUESTS_A_CYCLE * NS_PER_SECOND / CYCLE_NS;
    double parts = 0;
    for (int i = 1; i <= SWITCHES; i++) {
      parts += 1.0 / i;
    }
    List<SwitchLoad> switches = new ArrayList<>();
    for (int i = 0; i < SWITCHES; i++) {
      ArrivalLaw law = new ArrivalLaw(Arrivals.POISSON, SEED + i);
      double rate = total / parts / (i + 1);
      switches.add(
          new SwitchLoad(
              new SwitchDescription(i + 1, version, PORTS, 256),
              (long) i * HOSTS,
              HOSTS,
              1,
              new RateSteps(new long[1], new double[] {rate}, 0, law, null)));
    }
    LoadPlan.Times times = new LoadPlan.Times(0, 0, 0, LONG_NS, 0);
    load =
        new MemoryLoad(
            new LoadPlan(LoadMode.RATE, 60, true, 0, switches, null, Neighbours.NONE, times, 1));
  }

  /** Sends what is due in a cycle of 256 µs, and reads the answers. */
  @Benchmark
  @OperationsPerInvocation(REQUESTS_A_CYCLE)
  public long sendAndRead() throws IOException {
    load.send(CYCLE_NS);
    return load.read();
  }
}
