package maestro.apps.routing;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.function.IntFunction;

/** Computes the distances to all destinations, each destination for itself, on several threads. */
final class AllPairs {
  /** Fewer distances than this are sooner there than threads. */
  private static final int MIN_PARALLEL_DISTANCES = 1 << 14;

  private static final int PARTS_PER_THREAD = 8;

  private AllPairs() {}

  /**
   * Computes anew.
   *
   * @param threads how many to use at most; they end before this returns
   * @return distances by destination, then by where they are from
   */
  static int[][] distances(LinkGraph graph, int threads) {
    return rows(graph, threads, to -> null);
  }

  /**
   * Computes what has changed and takes over the rest.
   *
   * @param before of the same switches
   * @param distancesBefore of {@code before}
   */
  static int[][] distances(
      LinkGraph graph, int threads, LinkGraph before, int[][] distancesBefore) {
    LinkChanges changes = new LinkChanges(before, graph);
    return rows(
        graph, threads, to -> changes.spare(to, distancesBefore[to]) ? distancesBefore[to] : null);
  }

  private static int[][] rows(LinkGraph graph, int threads, IntFunction<int[]> known) {
    int count = graph.switchCount();
    int[][] rows = new int[count][];
    if (threads == 1 || count * count < MIN_PARALLEL_DISTANCES) {
      new Part(graph, known, rows, 0, count, count).compute();
      return rows;
    }
    // A pool for this once: idle threads would keep the application's jar loaded after a reload.
    ForkJoinPool pool = new ForkJoinPool(threads);
    try {
      int partSize = Math.max(1, count / (threads * PARTS_PER_THREAD));
      pool.invoke(new Part(graph, known, rows, 0, count, partSize));
    } finally {
      pool.shutdown();
    }
    return rows;
  }

  /** The destinations from one to another. */
  private static final class Part extends RecursiveAction {
    private static final long serialVersionUID = 1L;

    private final transient LinkGraph graph;
    private final transient IntFunction<int[]> known;
    private final int[][] rows;
    private final int start;
    private final int end;
    private final int maxCount;

    Part(
        LinkGraph graph, IntFunction<int[]> known, int[][] rows, int start, int end, int maxCount) {
      this.graph = graph;
      this.known = known;
      this.rows = rows;
      this.start = start;
      this.end = end;
      this.maxCount = maxCount;
    }

    @Override
    protected void compute() {
      if (end - start > maxCount) {
        int middle = (start + end) >>> 1;
        invokeAll(
            new Part(graph, known, rows, start, middle, maxCount),
            new Part(graph, known, rows, middle, end, maxCount));
        return;
      }
      ShortestPaths paths = new ShortestPaths(graph);
      for (int to = start; to < end; to++) {
        int[] row = known.apply(to);
        rows[to] = row == null ? paths.distancesTo(to) : row;
      }
    }
  }
}
