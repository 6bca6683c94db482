package maestro.bench.jmh;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import maestro.api.topology.Link;
import maestro.api.topology.Topology;
import maestro.apps.routing.LinkWeights;
import maestro.apps.routing.RoutingTable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The time to compute the routes over 1347 switches: all of them, or those that the loss or return
 * of one link changes. Each call of the latter uses another one of 64 links; half of them are lost
 * and half return.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(value = 1, jvmArgsAppend = "-Xmx1g")
public class RoutingBenchmark {
  private static final int CHANGES = 64;

  /** Whether links weigh 1, or 1 to 20. */
  @Param({"hops", "weights"})
  public String weighBy;

  /** How many threads compute. */
  @Param({"1", "2"})
  public int threads;

  private final List<Topology> cut = new ArrayList<>();
  private final List<RoutingTable> cutTables = new ArrayList<>();
  private LinkWeights weights;
  private Topology topology;
  private RoutingTable table;
  private PlainDijkstra plain;
  private int next;

  /** Cuts links, chosen at random and the same in every run. */
  @Setup
  public void cutLinks() {
    weights = weighBy.equals("hops") ? LinkWeights.HOPS : IspNetwork.weights();
    List<Link> links = IspNetwork.links();
    topology = IspNetwork.topology(links);
    table = RoutingTable.of(topology, weights, threads);
    plain = new PlainDijkstra(table);
    Random random = new Random(1);
    for (int i = 0; i < CHANGES; i++) {
      List<Link> without = new ArrayList<>(links);
      int first = random.nextInt(links.size() / 2) * 2;
      without.subList(first, first + 2).clear();
      cut.add(IspNetwork.topology(without));
      cutTables.add(table.after(cut.get(i), weights, threads));
    }
  }

  /** All distances by the simple algorithm, on one thread whatever {@link #threads} is. */
  @Benchmark
  public int[][] everythingPlainly() {
    return plain.distances();
  }

  /** All routes. */
  @Benchmark
  public RoutingTable everything() {
    return RoutingTable.of(topology, weights, threads);
  }

  /** The routes after one link's change. */
  @Benchmark
  public RoutingTable oneLink() {
    int change = next++ % CHANGES;
    return change % 2 == 0
        ? table.after(cut.get(change), weights, threads)
        : cutTables.get(change).after(topology, weights, threads);
  }
}
