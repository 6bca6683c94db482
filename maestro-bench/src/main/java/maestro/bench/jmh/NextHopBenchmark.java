package maestro.bench.jmh;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import maestro.apps.routing.LinkWeights;
import maestro.apps.routing.RoutingTable;
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

/** The time to follow a whole path between two random switches of 1347. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "-Xmx1g")
public class NextHopBenchmark {
  private static final int PAIRS = 1 << 14;

  private final int[] from = new int[PAIRS];
  private final int[] to = new int[PAIRS];
  private RoutingTable table;
  private int next;

  /** Draws the pairs, the same in every run. */
  @Setup
  public void drawPairs() {
    table = RoutingTable.of(IspNetwork.topology(IspNetwork.links()), LinkWeights.HOPS, 2);
    Random random = new Random(1);
    for (int i = 0; i < PAIRS; i++) {
      from[i] = random.nextInt(table.topology().switchCount());
      to[i] = random.nextInt(table.topology().switchCount());
    }
  }

  /** Sums the ports of one path. */
  @Benchmark
  public int path() {
    int pair = next++ & (PAIRS - 1);
    int here = from[pair];
    int ports = 0;
    while (here != to[pair]) {
      int link = table.nextLink(here, to[pair], pair);
      ports += table.portOf(link);
      here = table.targetOf(link);
    }
    return ports;
  }
}
