package maestro.bench.jmh;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
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
 * The time of the memory accesses alone for the look-ups of a request: two random places of a key
 * and a port in 79 tables. The reads of a batch are independent, so the processor has as many in
 * flight as it can. It is the lower limit of a learning switch.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "-Xmx1g")
public class ColdReadsBenchmark {
  private static final int TABLES = 79;
  private static final int REQUESTS = 256;

  /** Places in each table; a place has a key of 8 bytes and a port of 4. */
  @Param({"32", "4096", "32768", "262144"})
  public int places;

  private final long[][] keys = new long[TABLES][];
  private final int[][] ports = new int[TABLES][];
  private final SplittableRandom random = new SplittableRandom(1);
  private int table;

  /** Fills the tables. */
  @Setup
  public void fill() {
    for (int i = 0; i < TABLES; i++) {
      keys[i] = random.longs(places).toArray();
      ports[i] = random.ints(places).toArray();
    }
  }

  /** Reads for a batch of one switch; the time is that of one request. */
  @Benchmark
  @OperationsPerInvocation(REQUESTS)
  public long batch() {
    table = table + 1 == TABLES ? 0 : table + 1;
    long[] key = keys[table];
    int[] port = ports[table];
    long sum = 0;
    for (int i = 0; i < REQUESTS; i++) {
      long chance = random.nextLong();
      int source = (int) chance & (places - 1);
      int destination = (int) (chance >>> Integer.SIZE) & (places - 1);
      sum += key[source] + port[source] + key[destination] + port[destination];
    }
    return sum;
  }
}
