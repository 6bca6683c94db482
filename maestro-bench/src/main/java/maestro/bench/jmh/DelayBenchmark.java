package maestro.bench.jmh;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import maestro.emulator.engine.result.Delays;
import org.HdrHistogram.Histogram;
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

/** How the emulator counts a delay, beside an HdrHistogram. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class DelayBenchmark {
  private static final int COUNT = 4096;
  private static final long LONGEST_NS = 3_600_000_000_000L;
  private static final double MEAN_NS = 200_000;

  private final Delays delays = new Delays();
  private final Histogram histogram = new Histogram(LONGEST_NS, 3);
  private final long[] delaysNs = new long[COUNT];

  /** Requests that came in one write and were answered in one, or not. */
  @Param({"equal", "smooth"})
  private String arrivals;

  /** Draws delays. */
  @Setup
  public void draw() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < COUNT; i++) {
      double smoothNs = -MEAN_NS * Math.log(1 - random.nextDouble());
      delaysNs[i] = (long) (arrivals.equals("smooth") ? smoothNs : MEAN_NS);
    }
  }

  /** As the emulator does. */
  @Benchmark
  @OperationsPerInvocation(COUNT)
  public void counted() {
    for (long each : delaysNs) {
      delays.record(each);
    }
  }

  /** With a histogram that keeps total, smallest and largest, too. */
  @Benchmark
  @OperationsPerInvocation(COUNT)
  public void byHistogram() {
    for (long each : delaysNs) {
      histogram.recordValue(each);
    }
  }
}
