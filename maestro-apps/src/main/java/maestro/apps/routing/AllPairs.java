package maestro.apps.routing;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/** Computes the distances to all destinations, each destination by itself, on several threads. */
final class AllPairs {
  /** The number of distances below which starting threads takes longer than computing them. */
  private static final int MIN_PARALLEL_DISTANCES = 1 << 14;

  private static final int PARTS_PER_THREAD = 8;

  private AllPairs() {}

  /**
   * Computes all distances.
   *
   * @param threads the most threads to use; they end before this returns
   * @return distances by destination, then by source
   */
  static int[][] distances(LinkGraph graph, int threads) {
    return rows(graph.switchCount(), threads, () -> new ShortestPaths(graph)::distancesTo);
  }

  /**
   * Computes the changed distances and takes over the others.
   *
   * @param before the graph before the change, with the same switches
   * @param distancesBefore the distances in {@code before}; an unchanged array is shared
   */
  static int[][] distances(
      LinkGraph graph, int threads, LinkGraph before, int[][] distancesBefore) {
    LinkChanges changes = new LinkChanges(before, graph);
    return rows(
        graph.switchCount(),
        threads,
        () -> {
          DistanceRepair repair = new DistanceRepair(graph, changes);
          return to -> repair.after(to, distancesBefore[to]);
        });
  }

  /**
   * Makes an array for each destination.
   *
   * @param newWork called on the thread that uses what it returns
   */
  private static int[][] rows(int count, int threads, Supplier<IntFunction<int[]>> newWork) {
    int[][] rows = new int[count][];
    if (threads == 1 || count * count < MIN_PARALLEL_DISTANCES) {
      new Part(newWork, rows, 0, count, count).compute();
      return rows;
    }
    // A pool for this call: idle threads would keep the application's jar loaded after a reload.
    ForkJoinPool pool = new ForkJoinPool(threads);
    try {
      int partSize = Math.max(1, count / (threads * PARTS_PER_THREAD));
      pool.invoke(new Part(newWork, rows, 0, count, partSize));
    } finally {
      pool.shutdown();
    }
    return rows;
  }

  /** The destinations from {@code start} to {@code end}, exclusive. */
  private static final class Part extends RecursiveAction {
    private static final long serialVersionUID = 1L;

    private final transient Supplier<IntFunction<int[]>> newWork;
    private final int[][] rows;
    private final int start;
    private final int end;
    private final int maxCount;

    Part(Supplier<IntFunction<int[]>> newWork, int[][] rows, int start, int end, int maxCount) {
      this.newWork = newWork;
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
            new Part(newWork, rows, start, middle, maxCount),
            new Part(newWork, rows, middle, end, maxCount));
        return;
      }
      IntFunction<int[]> work = newWork.get();
      for (int to = start; to < end; to++) {
        rows[to] = work.apply(to);
      }
    }
  }
}
