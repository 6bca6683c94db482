package maestro.bench.jmh;

import java.util.concurrent.TimeUnit;
import maestro.emulator.engine.plan.ArrivalLaw;
import maestro.emulator.engine.plan.RateSteps;
import maestro.emulator.engine.plan.SteppedTimes;
import maestro.emulator.scenario.Arrivals;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The emulator's planned time of a Poisson request, beside the plain one with a logarithm. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class ArrivalBenchmark {
  private static final long SEED = 0x6d61_6573_7472_6fL;
  private static final long GOLDEN = 0x9e37_79b9_7f4a_7c15L;
  private static final double RATE = 100_000;
  private static final double NS_PER_SECOND = 1e9;

  private SteppedTimes times;
  private long request;
  private double plainNs;

  /** Begins at request 0. */
  @Setup
  public void begin() {
    ArrivalLaw law = new ArrivalLaw(Arrivals.POISSON, SEED);
    times = new SteppedTimes(new RateSteps(new long[1], new double[] {RATE}, 0, law, null), 0, 0);
  }

  /** As the emulator draws it. */
  @Benchmark
  public long drawn() {
    times.advance();
    return times.nextNs();
  }

  /** The inverse of the distribution: a number of SplitMix64, a logarithm, and a division. */
  @Benchmark
  public long byLogarithm() {
    long z = SEED + ++request * GOLDEN;
    z = (z ^ (z >>> 30)) * 0xbf58_476d_1ce4_e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d0_49bb_1331_11ebL;
    double uniform = ((z ^ (z >>> 31)) >>> 11) * 0x1p-53;
    plainNs += -Math.log(1 - uniform) * NS_PER_SECOND / RATE;
    return (long) plainNs;
  }
}
